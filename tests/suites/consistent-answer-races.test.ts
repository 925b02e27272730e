import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses, type ApiReply } from '#tests/support/processes.ts'
import { makeMembersWithBalance, makeReward, sendPost } from '#tests/support/concurrent-calls.ts'

/** Answers with a figure and the rows that it sums, under writes over two server processes. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
const readsOfEach = 100
const pointsOfPost = 3

async function makeScene() {
  const team = await makeTeam(t, { limit: 100_000 })
  const [buyer] = await makeMembersWithBalance(t, team, 1, 100_000)
  const [sender, recipient] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  if (!buyer) throw new Error('no buyer')
  return { team, buyer, sender, recipient, reward: await makeReward(t, team, { price: 7 }) }
}
type Scene = Awaited<ReturnType<typeof makeScene>>

/** Returns the writers; each changes a figure and its rows in one transaction. */
const createWrites = ({ team, buyer, sender, recipient, reward }: Scene) => [
  () => sendPost(callAlternately, sender, [recipient], team, pointsOfPost),
  () =>
    callAlternately('PUT', `/coins/${buyer.user_id}`, team.admin.token, { amount: 5, comment: '' }),
  () => callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, buyer.token, {}),
  (n: number) =>
    callAlternately('PUT', '/settings', team.admin.token, {
      points_limit: n % 2 ? 100_000 : 200_000,
    }),
]

/** Returns the reads, each with two figures of its answer that must be equal. */
const createReads = ({ team, buyer, sender, recipient }: Scene) => {
  const read = async <T>(path: string, token: string) =>
    (await callAlternately<T>('GET', path, token)).body
  return {
    'a balance and its newest line': async () => {
      const sheet = await read<OutputOf<'coins.list'>>(
        `/coins/${buyer.user_id}?limit=1`,
        buyer.token,
      )
      return [sheet.balance, sheet.items[0]?.balance]
    },
    'the balance and the received points of a profile': async () => {
      const profile = await read<OutputOf<'profiles.get'>>(
        `/profiles/${recipient.user_id}`,
        recipient.token,
      )
      return [profile.balance, profile.received_points]
    },
    'an allowance and its parts': async () => {
      const { allowance } = await read<OutputOf<'config.get'>>('/config', sender.token)
      return [allowance.limit, allowance.spent + (allowance.score_remaining ?? 0)]
    },
    'purchases by stage and by reward': async () => {
      const { stages, rewards } = await read<OutputOf<'rewards.purchase_counts'>>(
        '/rewards/purchases/counts',
        team.admin.token,
      )
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
      return [sum(Object.values(stages)), sum(rewards.map(({ count }) => count))]
    },
  }
}

test('figures agree with the rows of their answer under concurrent writes', async () => {
  const scene = await makeScene()
  const replies: ApiReply<unknown>[] = []
  const differences: unknown[] = []
  let isOver = false
  const writers = createWrites(scene).map(async (write) => {
    for (let n = 0; !isOver; n += 1) replies.push(await write(n))
  })
  const readers = Object.entries(createReads(scene)).map(async ([name, read]) => {
    for (let n = 0; n < readsOfEach; n += 1) {
      const [figure, sum] = await read()
      if (figure !== sum) differences.push([name, figure, sum])
    }
  })
  await Promise.all(readers).finally(() => {
    isOver = true
  })
  await Promise.all(writers)
  expect(serverErrors(replies)).toEqual([])
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(readsOfEach / 2)
  expect(differences).toEqual([])
})
