import { afterEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  forbidDeadlocks,
  runConcurrently,
  serverErrors,
  setupTwoProcesses,
  successes,
  type ApiReply,
} from '#tests/support/processes.ts'
import {
  sendPost,
  makeReward,
  sendContribution,
  makeMembersWithBalance,
} from '#tests/support/concurrent-calls.ts'

/**
 * Random writes to the ledger under load, over two server processes on one database (promises 1 and
 * 5).
 */
const t = setupTestApp(() => ({ at: new Date() }))
forbidDeadlocks(t)
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

test('16 workers of posts and deletions cause no deadlock', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await runConcurrently(10, () => makeMember(t, team.workspace_id))
  const statuses = new Map<number, number>()
  const created: string[] = []
  await runConcurrently(16, async (worker) => {
    for (let n = 0; n < 20; n += 1) {
      const mixed = people
        .map((person, index) => ({ person, order: (index * 7 + worker * 13 + n * 31) % 11 }))
        .sort((a, b) => a.order - b.order)
        .map((one) => one.person)
      const [from, ...to] = mixed.slice(0, 2 + ((worker + n) % 5))
      const reply =
        n % 5 === 4 && created.length
          ? await callAlternately('DELETE', `/posts/${created.splice(0, 1)[0]}`, team.admin.token)
          : await sendPost(callAlternately, from as Member, to, team, 1 + (n % 9))
      if (reply.status === 200 && 'score' in (reply.body as object))
        created.push((reply.body as Post).id)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  })
  expect([...statuses.keys()]).toEqual([200])
})

type LoadTeam = { team: Team; people: Member[]; reward: string; shared: string }
type Write = (person: Member, n: number) => Promise<ApiReply<unknown>>
/**
 * Returns the writes that workers take turns in. A write is acknowledged before another worker
 * reverses it.
 */
function createWrites({ team, people, reward, shared }: LoadTeam): Write[] {
  const created: { posts: string[]; purchases: string[] } = { posts: [], purchases: [] }
  return [
    async (person, n) => {
      const reply = await sendPost(
        callAlternately,
        person,
        people.filter((one, at) => one !== person && (at + n) % 2),
        team,
        1 + (n % 9),
      )
      if (reply.status === 200) created.posts.push(reply.body.id)
      return reply
    },
    async (person) => {
      const reply = await callAlternately<Purchase>(
        'POST',
        `/shop/rewards/${reward}`,
        person.token,
        {},
      )
      if (reply.status === 200) created.purchases.push(reply.body.id)
      return reply
    },
    (person, n) => sendContribution(callAlternately, person, shared, 1 + (n % 4)),
    () =>
      callAlternately(
        'DELETE',
        `/posts/${created.posts.shift() ?? people[0]?.user_id}`,
        team.admin.token,
      ),
    (_, n) =>
      callAlternately(
        n % 2 ? 'POST' : 'DELETE',
        `/rewards/purchases/${created.purchases.shift() ?? people[0]?.user_id}`,
        team.admin.token,
        {},
      ),
    (person, n) =>
      callAlternately('PUT', `/coins/${person.user_id}`, team.admin.token, {
        amount: n % 2 ? 5 : -5,
      }),
    (person, n) =>
      callAlternately(
        'POST',
        `/posts/${created.posts.at(-1) ?? people[0]?.user_id}/add_ons`,
        people[(n + 1) % 6]?.token ?? person.token,
        { score: 1 },
      ),
  ]
}

test('ledger sums to zero in every snapshot under 16 concurrent writers', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await makeMembersWithBalance(t, team, 6, 500)
  const reward = await makeReward(t, team, { price: 7, available_amount: 50 })
  const shared = await makeTeamReward(t, team, { price: 20 })
  const state = { looks: 0, over: false }
  const writes = createWrites({ team, people, reward: reward.id, shared })
  const replies: ApiReply<unknown>[] = []
  // Recomputes the whole ledger in one snapshot after another, without a pause.
  const reader = async () => {
    while (!state.over) {
      await t.checkLedger()
      state.looks += 1
    }
  }
  // Workers run until the reader has taken enough snapshots. A failing worker stops all.
  const worker = async (w: number) => {
    for (let n = 0; !state.over && (n < 14 || state.looks < 4) && n < 2_000; n += 1)
      replies.push(
        await (writes[(w + n) % writes.length] as Write)(people[(w * 5 + n) % 6] as Member, w + n),
      )
  }
  const isDone = () => {
    state.over = true
  }
  await Promise.all([reader().finally(isDone), runConcurrently(16, worker).finally(isDone)])
  expect(state.looks).toBeGreaterThan(3)
  expect(serverErrors(replies)).toEqual([])
  expect(successes(replies).length).toBeGreaterThan(50)
})
