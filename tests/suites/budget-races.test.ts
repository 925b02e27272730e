import { afterEach, expect, test } from 'vitest'
import type { Budget } from '#contract/schemas/budgets.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { runConcurrently, setupTwoProcesses, successes } from '#tests/support/processes.ts'

/** Budgets, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

async function makeBudget({ admin }: Team, points: number, name = 'Operations'): Promise<string> {
  const { body } = await t.call('budgets.create', {
    token: admin.token,
    body: {
      name,
      period: 'once',
      points,
      owner_ids: [admin.user_id],
      givers: {},
      recipients: {},
    },
  })
  return body.id
}
const give = (team: Team, from: Member, to: Member, budgetId: string, score: number) =>
  callAlternately<Post>('POST', '/posts', from.token, {
    to_id: [to.user_id],
    value_id: team.value_id,
    score,
    description: 'Thank you for the help!',
    budget_id: budgetId,
  })
const leftOf = async ({ admin }: Team, id: string) =>
  (await t.call('budgets.list', { token: admin.token })).body.find((one) => one.id === id)?.left

test('16 people draw 5 from a budget of 100 exactly 20 times', async () => {
  const team = await makeTeam(t)
  const id = await makeBudget(team, 100)
  const people = await runConcurrently(16, () => makeMember(t, team.workspace_id))
  const replies = (
    await Promise.all(
      people.map(async (from) => {
        const own = []
        for (let n = 0; n < 4; n += 1) own.push(await give(team, from, team.admin, id, 5))
        return own
      }),
    )
  ).flat()
  expect(successes(replies)).toHaveLength(20)
  const refused = replies.filter((reply) => reply.status !== 200)
  expect(new Set(refused.flatMap((reply) => reply.codes))).toEqual(new Set(['budget_overdrawn']))
  expect(await leftOf(team, id)).toBe(0)
})

test('moves in both directions and deletions keep the sum of two budgets', async () => {
  const team = await makeTeam(t)
  const [one, two] = [await makeBudget(team, 100), await makeBudget(team, 100, 'Support')]
  const to = await makeMember(t, team.workspace_id)
  const move = (from: string, target: string) =>
    callAlternately<Budget>('POST', `/budgets/${from}/move`, team.admin.token, {
      to_budget_id: target,
      points: 7,
      reason: 'A joint project',
    })
  const giveAndDelete = async (id: string) => {
    const { body } = await give(team, team.admin, to, id, 3)
    return callAlternately('DELETE', `/posts/${body.id}`, team.admin.token)
  }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => [
      move(one, two),
      move(two, one),
      giveAndDelete(one),
      giveAndDelete(two),
    ]).flat(),
  )
  expect(successes(replies)).toHaveLength(40)
  expect((await leftOf(team, one)) ?? 0).toBe(100)
  expect((await leftOf(team, two)) ?? 0).toBe(100)
})
