import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AwardGift } from '#contract/schemas/awards.ts'
import { followUpGifts } from '#server/modules/awards/worker.ts'
import { type AwardTeam, createAwardTeam } from '#tests/support/awards.ts'
import type { Member } from '#tests/support/factories.ts'
import { setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Awards and their approvals, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let a: AwardTeam
let award: string
beforeEach(async () => {
  a = await createAwardTeam(t)
  award = await a.makeAward({
    budget_id: a.budgetId,
    steps: [{ approver: 'people', user_ids: [a.manager.user_id, a.head.user_id] }],
  })
})
afterEach(() => t.checkLedger())

const decide = (who: Member, id: string, approve = true) =>
  callAlternately<AwardGift>('POST', `/awards/gifts/${id}/decide`, who.token, {
    approve,
    step: 0,
    reason: approve ? '' : 'Not yet',
  })
const withdraw = (id: string) =>
  callAlternately<AwardGift>('POST', `/awards/gifts/${id}/withdraw`, a.giver.token)
const submit = (points = 20) =>
  callAlternately<AwardGift>('POST', '/awards/gifts', a.giver.token, {
    award_id: award,
    to_ids: [a.receiver.user_id],
    points,
    text: 'For the move to the new office',
  })
const rounds = 8
/** Submits gifts and runs `race` for each of them at once. Returns the number of its successes. */
async function raceEach(race: (id: string) => ReturnType<typeof decide>[]): Promise<number[]> {
  const ids = []
  for (let n = 0; n < rounds; n += 1) ids.push((await a.give(award)).body.id)
  const replies = await Promise.all(ids.map((id) => Promise.all(race(id))))
  const refused = replies.flat().filter(({ status }) => status !== 200)
  expect(new Set(refused.flatMap(({ codes }) => codes))).toEqual(new Set(['award_decided']))
  return replies.map((each) => successes(each).length)
}

test('of two approvers at once, one decides', async () => {
  const counts = await raceEach((id) => [decide(a.manager, id), decide(a.head, id)])
  expect(counts).toEqual(Array.from({ length: rounds }, () => 1))
  expect(await a.balanceOf(a.receiver)).toBe(20 * rounds)
})

test('an approval, a decline and a withdrawal have one effect', async () => {
  const counts = await raceEach((id) => [
    decide(a.manager, id),
    withdraw(id),
    decide(a.head, id, false),
  ])
  expect(counts).toEqual(Array.from({ length: rounds }, () => 1))
  const given = (await a.listGifts(a.giver, 'given')).filter(({ status }) => status === 'approved')
  expect(await a.balanceOf(a.receiver)).toBe(20 * given.length)
  expect(await a.left()).toBe(1000 - 20 * given.length)
})

test('submissions never overdraw the budget', async () => {
  await t.call('budgets.fund', {
    token: a.team.admin.token,
    params: { id: a.budgetId },
    body: { points: -900, reason: 'For the race' },
  })
  const replies = await Promise.all(Array.from({ length: 16 }, () => submit(30)))
  expect(successes(replies)).toHaveLength(3)
  expect(await a.left()).toBe(10)
})

test('submissions never exceed the gifts of a year', async () => {
  await t.call('awards.update', {
    token: a.team.admin.token,
    params: { id: award },
    body: { yearly_max: 2 },
  })
  expect(successes(await Promise.all(Array.from({ length: 12 }, () => submit())))).toHaveLength(2)
})

test('an approval races with the deactivation of the receiver', async () => {
  const { body } = await a.give(award)
  await Promise.all([
    decide(a.manager, body.id),
    callAlternately('PUT', `/users/${a.receiver.user_id}`, a.team.admin.token, {
      state: 'deactivated',
    }),
  ])
  const gift = (await a.findGift(a.giver, body.id)).body
  expect(['approved', 'withdrawn']).toContain(gift.status)
  expect(await a.left()).toBe(gift.status === 'approved' ? 980 : 1000)
})

test('two workers send each reminder once', async () => {
  await a.give(award)
  t.clock.advance(3 * 86_400_000)
  await Promise.all(Array.from({ length: 4 }, () => followUpGifts(t.services)))
  expect(await a.kindsOf(a.manager)).toEqual(['approval_reminder', 'approval_requested'])
})
