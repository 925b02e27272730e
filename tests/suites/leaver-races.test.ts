import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { endDueGrace } from '#server/workflows/leaver-grace/end-grace.ts'
import { updateGrace } from '#server/modules/leavers/queries.ts'
import { createLeaverTeam, type LeaverTeam } from '#tests/support/leavers.ts'
import { addBalance, makeMember } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** The end of a grace, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let l: LeaverTeam
let graceId: string
let link: string
beforeEach(async () => {
  l = await createLeaverTeam(t)
  await l.deactivate()
  link = await l.findToken()
  graceId = (await l.list())[0]?.id ?? ''
})
afterEach(() => t.checkLedger())

const workspaceOf = () => l.team.workspace_id
const admin = () => l.team.admin.token
const endNow = () => callAlternately('PUT', `/leavers/${graceId}`, admin(), { action: 'end' })
const redeem = (rewardId: string) =>
  callAlternately('POST', '/leavers/redeem', '', { token: link, reward_id: rewardId })
const reactivate = () =>
  callAlternately('PUT', `/users/${l.leaver.user_id}`, admin(), { state: 'pending' })
/** Lets the days of the grace end, as the worker sees them. */
const makeDue = () =>
  t.services.db.tenant(workspaceOf(), (trx) =>
    updateGrace(trx, workspaceOf(), graceId, { ends_at: new Date(Date.now() - dayMs) }),
  )
/** Counts the movements of each type that took points of the leaver. */
const countEnds = async () =>
  (await l.readBalance()).items.filter(({ type }) => type === 'lapsed').length

test('twelve ends at once end a grace once', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, endNow))
  expect(serverErrors(replies)).toEqual([])
  expect(successes(replies)).toHaveLength(1)
  expect(await countEnds()).toBe(1)
  expect((await l.readBalance()).balance).toBe(0)
})

test('worker and first access at once end a grace once', async () => {
  await makeDue()
  const [replies, ends] = await Promise.all([
    Promise.all(
      Array.from({ length: 6 }, () =>
        callAlternately('POST', '/leavers/open', '', { token: link }),
      ),
    ),
    Promise.all(
      Array.from({ length: 6 }, () =>
        endDueGrace(t.services, workspaceOf(), l.leaver.user_id, new Date()),
      ),
    ),
  ])
  expect(new Set(replies.flatMap(({ codes }) => codes))).toEqual(new Set(['leaver_link_invalid']))
  expect(ends.filter(Boolean).length).toBeLessThanOrEqual(1)
  expect(await countEnds()).toBe(1)
})

test('redeeming and the end at once use each point once', async () => {
  const reward = await l.createReward({ title: 'Tea', price: 10 })
  const replies = await Promise.all([
    ...Array.from({ length: 8 }, () => redeem(reward)),
    endNow(),
    ...Array.from({ length: 4 }, () => redeem(reward)),
  ])
  expect(serverErrors(replies)).toEqual([])
  const redeemed = successes(replies).length - 1
  expect(redeemed).toBeLessThanOrEqual(5)
  const [grace] = await l.list()
  expect(grace).toMatchObject({ state: 'ended', points: 50 - redeemed * 10 })
  expect((await l.readBalance()).balance).toBe(0)
})

test('reactivation and the end at once leave one of both', async () => {
  const [back, ended] = await Promise.all([reactivate(), endNow()])
  expect(serverErrors([back, ended])).toEqual([])
  expect(back.status).toBe(200)
  const { balance } = await l.readBalance()
  expect(balance).toBe(ended.status === 200 ? 0 : 50)
  expect(await countEnds()).toBe(ended.status === 200 ? 1 : 0)
  expect((await l.open(link)).codes).toEqual(['leaver_link_invalid'])
})

test('deactivation during a contribution returns the part', async () => {
  const id = await l.createReward({ title: 'Trip', price: 100, reward_type: 'team' })
  for (let round = 0; round < 8; round += 1) {
    const buyer = await makeMember(t, workspaceOf())
    await addBalance(t, buyer, 5)
    const replies = await Promise.all([
      callAlternately('POST', `/shop/rewards/${id}`, buyer.token, { amount: 5 }),
      callAlternately('PUT', `/users/${buyer.user_id}`, admin(), { state: 'deactivated' }),
    ])
    expect(serverErrors(replies)).toEqual([])
    expect((await l.list())[0]).toMatchObject({ points: 5, user: { id: buyer.user_id } })
  }
})
