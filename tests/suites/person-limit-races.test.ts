import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { runConcurrently, setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Limits of rewards for each person, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let team: Team
let ana: Member
let ben: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ana = await makeMember(t, team.workspace_id)
  ben = await makeMember(t, team.workspace_id)
  for (const one of [ana, ben]) await addBalance(t, one, 1_000)
})
afterEach(() => t.checkLedger())

const make = async (fields: object): Promise<Reward> =>
  (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Mug', price: 10, person_max: 2, person_period: 'month', ...fields },
    })
  ).body
const redeem = (reward: Reward, who: Member) =>
  callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, who.token, {})

test('20 purchases at once never exceed the limit of a person', async () => {
  const reward = await make({ available_amount: 50 })
  const [anas, bens] = await Promise.all([
    runConcurrently(20, () => redeem(reward, ana)),
    runConcurrently(20, () => redeem(reward, ben)),
  ])
  for (const replies of [anas, bens]) {
    expect(successes(replies)).toHaveLength(2)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.flatMap(({ codes }) => codes))).toEqual(
      new Set(['person_limit_reached']),
    )
  }
  expect([await getBalance(t, ana), await getBalance(t, ben)]).toEqual([980, 980])
  const [after] = (await t.call('rewards.list', { token: team.admin.token })).body
  expect(after?.available_amount).toBe(46)
})

test('cancellations and purchases at once keep the limit', async () => {
  const reward = await make({ person_max: 1 })
  const first = (await redeem(reward, ana)).body
  const [cancellations, purchases] = await Promise.all([
    runConcurrently(5, () =>
      callAlternately('DELETE', `/shop/purchases/${first.id}`, ana.token, undefined),
    ),
    runConcurrently(15, () => redeem(reward, ana)),
  ])
  expect(successes(cancellations)).toHaveLength(1)
  expect(successes(purchases).length).toBeLessThanOrEqual(1)
  expect(await getBalance(t, ana)).toBe(1_000 - 10 * successes(purchases).length)
})
