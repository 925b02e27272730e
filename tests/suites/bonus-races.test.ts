import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { type BonusTeam, createBonusTeam } from '#tests/support/bonuses.ts'
import { runConcurrently, setupTwoProcesses, successes } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Bonuses, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
let b: BonusTeam
beforeEach(async () => {
  b = await createBonusTeam(t)
})
afterEach(() => t.checkLedger())

const pay = (id: string, points: number, key?: string) =>
  callAlternately<Bonus>(
    'POST',
    `/bonuses/${id}/pay`,
    b.team.admin.token,
    { people: 3, points },
    key,
  )
const give = () =>
  callAlternately<Post>('POST', '/posts', b.ana.token, {
    to_id: [b.ben.user_id],
    value_id: b.team.value_id,
    score: 100,
    description: 'Thank you for the help!',
    budget_id: b.budgetId,
  })

test('20 payments at once pay once', async () => {
  const { body: bonus } = await b.make({ budget_id: b.budgetId })
  const replies = await runConcurrently(20, () => pay(bonus.id, 200))
  expect(successes(replies)).toHaveLength(1)
  const refused = replies.filter(({ status }) => status !== 200)
  expect(new Set(refused.flatMap(({ codes }) => codes))).toEqual(new Set(['bonus_paid']))
  expect(await b.left()).toBe(800)
  expect(await b.balanceOf(b.cleo)).toBe(60 + 120)
})

test('20 retries with one key pay once', async () => {
  const { body: bonus } = await b.make()
  const replies = await runConcurrently(20, () => pay(bonus.id, 200, 'one-bonus'))
  expect(successes(replies)).toHaveLength(20)
  expect(await b.balanceOf(b.cleo)).toBe(60 + 120)
})

test('payments and posts never overdraw a budget', async () => {
  const bonuses = await Promise.all(
    Array.from({ length: 5 }, () =>
      b.make({
        budget_id: b.budgetId,
        method: 'fixed',
        points: 100,
        audience: { user_ids: [b.ana.user_id, b.ben.user_id, b.cleo.user_id] },
      }),
    ),
  )
  const [payments, posts] = await Promise.all([
    Promise.all(bonuses.map(({ body }) => pay(body.id, 300))),
    runConcurrently(10, give),
  ])
  const refused = [...payments, ...posts].filter(({ status }) => status !== 200)
  expect(new Set(refused.flatMap(({ codes }) => codes))).toEqual(new Set(['budget_overdrawn']))
  const [paid, given] = [successes(payments).length, successes(posts).length]
  expect(await b.left()).toBe(1_000 - 300 * paid - 100 * given)
})

test('a payment races with changes of the bonus and the departure of people', async () => {
  const { body: bonus } = await b.make({ method: 'fixed', points: 10 })
  const { people, points } = (await b.preview(bonus.id)).body
  const replies = await Promise.all([
    callAlternately<Bonus>('POST', `/bonuses/${bonus.id}/pay`, b.team.admin.token, {
      people,
      points,
    }),
    callAlternately<Bonus>('PUT', `/bonuses/${bonus.id}`, b.team.admin.token, { points: 20 }),
    callAlternately('PUT', `/users/${b.ana.user_id}`, b.team.admin.token, {
      state: 'deactivated',
    }),
  ])
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const [paid] = (await t.call('bonuses.list', { token: b.team.admin.token })).body
  expect([null, 40]).toContain(paid?.points_paid)
})
