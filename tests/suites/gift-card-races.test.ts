import { afterEach, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeGiftCardShop, readGiftCardState } from '#tests/support/gift-cards.ts'
import { successes, runConcurrently, setupTwoProcesses } from '#tests/support/processes.ts'

/** Limits on spending points, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

const createPost = (from: Member, to: Member[], team: Team, score: number) =>
  callAlternately<Post>('POST', '/posts', from.token, {
    to_id: to.map((one) => one.user_id),
    value_id: team.value_id,
    score,
    description: 'Thank you for everything',
  })
async function makeReward(team: Team, fields: object): Promise<Reward> {
  return (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 100, ...fields },
    })
  ).body
}

test('concurrent redemption and deletion use the points of a post once', async () => {
  const team = await makeTeam(t, { limit: 100 })
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const reward = await makeReward(team, { price: 10 })
  let [redeemed, remaining] = [0, 100]
  for (let round = 0; remaining >= 10 && round < 25; round += 1) {
    const {
      body: { id },
    } = await createPost(from, [to], team, 10)
    const [bought, deleted] = await Promise.all([
      callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, to.token, {}),
      callAlternately<{ returned: number; score_remaining: number }>(
        'DELETE',
        `/posts/${id}`,
        from.token,
      ),
    ])
    expect(deleted.status).toBe(200)
    expect([bought.status, bought.codes, deleted.body.returned]).toEqual(
      bought.status === 200 ? [200, [], 0] : [422, ['not_enough_points'], 10],
    )
    if (bought.status === 200) redeemed += 10
    remaining = deleted.body.score_remaining
    expect(redeemed + remaining).toBe(100)
    if (bought.status === 200) await addBalance(t, to, 10)
  }
  expect(redeemed).toBeLessThanOrEqual(100)
})

test('40 concurrent gift cards stay within the daily limit of $2,000', async () => {
  const shop = await makeGiftCardShop(t, { gift_card_value: 10_000, price: 1 })
  const replies = await runConcurrently(40, () =>
    callAlternately<Purchase>('POST', `/shop/rewards/${shop.reward}`, shop.buyer.token, {}),
  )
  // Each costs 110 dollars: 18 of them are 1,980.
  expect(successes(replies)).toHaveLength(18)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['gift_card_limit']))
  const { orders, mails } = await readGiftCardState(t, shop)
  expect([orders.length, mails.filter((kind) => kind === 'gift_card_limit').length]).toEqual([
    18, 1,
  ])
})
