import { afterEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  forbidDeadlocks,
  serverErrors,
  setupTwoProcesses,
  successes,
} from '#tests/support/processes.ts'
import { makeReward } from '#tests/support/concurrent-calls.ts'

/** Fulfilled purchases that are taken back, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
forbidDeadlocks(t)
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

const takeBack = (id: string, { token }: Member, key?: string) =>
  callAlternately<Purchase>('DELETE', `/rewards/purchases/${id}`, token, { reason: 'Lost' }, key)
const fulfil = (id: string, { token }: Member, body: object = {}) =>
  callAlternately<Purchase>('POST', `/rewards/purchases/${id}`, token, body)

async function makeShop(points: number) {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  const other = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true },
  })
  await addBalance(t, buyer, points)
  const reward = await makeReward(t, team, { price: 10, available_amount: 100 })
  const redeem = async () =>
    (await callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, buyer.token, {})).body.id
  return { team, buyer, other, reward, redeem }
}
const readStock = async (team: Team, id: string) =>
  (await t.call('rewards.list', { token: team.admin.token })).body.find((one) => one.id === id)
    ?.available_amount

test('two administrators take a purchase back once', async () => {
  const { team, buyer, other, reward, redeem } = await makeShop(200)
  for (let round = 0; round < 20; round += 1) {
    const id = await redeem()
    await fulfil(id, team.admin)
    const key = `key-${round}`
    const replies = await Promise.all([
      takeBack(id, team.admin, key),
      takeBack(id, other),
      takeBack(id, team.admin, key),
      takeBack(id, other),
    ])
    expect(serverErrors(replies)).toEqual([])
    const done = successes(replies)
    // A repeated key has the answer of the first call.
    expect(done.length === 1 || (replies[0]?.status === 200 && done.length === 2)).toBe(true)
    expect(await getBalance(t, buyer)).toBe(200)
  }
  expect(await readStock(team, reward.id)).toBe(100)
})

test('a purchase that is fulfilled and taken back at once ends consistent', async () => {
  const { team, buyer, other, redeem } = await makeShop(200)
  for (let round = 0; round < 20; round += 1) {
    const id = await redeem()
    const replies = await Promise.all([
      fulfil(id, team.admin),
      takeBack(id, other),
      fulfil(id, other),
      takeBack(id, team.admin),
    ])
    expect(serverErrors(replies)).toEqual([])
    expect(await getBalance(t, buyer)).toBe(200)
  }
})

test('a purchase is taken back while its buyer is erased', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { team, buyer, other, reward, redeem } = await makeShop(100)
    const ids = [await redeem(), await redeem(), await redeem()]
    for (const id of ids) await fulfil(id, team.admin, { note: 'At the desk', code: 'MUG-1' })
    if (round % 2)
      await t.call('users.update', {
        token: team.admin.token,
        params: { id: buyer.user_id },
        body: { state: 'deactivated' },
      })
    const replies = await Promise.all([
      takeBack(ids[0] ?? '', other),
      callAlternately('DELETE', `/users/${buyer.user_id}`, team.admin.token),
      takeBack(ids[1] ?? '', other),
      takeBack(ids[2] ?? '', other),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([200, 204, 200, 200])
    expect(await readStock(team, reward.id)).toBe(100)
    await t.checkLedger()
  }
})
