import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { addBalance, makeMember, type Member, type Team } from '#tests/support/factories.ts'
import { type ApiCaller, runConcurrently } from '#tests/support/processes.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Creates a post through one of two processes. */
export const sendPost = (
  callAlternately: ApiCaller,
  from: Member,
  to: Member[],
  team: Team,
  score: number,
  key?: string,
) =>
  callAlternately<Post>(
    'POST',
    '/posts',
    from.token,
    {
      to_id: to.map((one) => one.user_id),
      value_id: team.value_id,
      score,
      description: 'Thank you for everything',
    },
    key,
  )
export async function makeReward(t: TestApp, team: Team, fields: object): Promise<Reward> {
  return (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 100, ...fields },
    })
  ).body
}

/** Contributes to a team reward through one of two processes. */
export const sendContribution = (
  callAlternately: ApiCaller,
  member: Member,
  reward: string,
  amount: number,
  key?: string,
) =>
  callAlternately<Purchase & { errors?: { params?: { price: number } }[] }>(
    'POST',
    `/shop/rewards/${reward}`,
    member.token,
    { amount },
    key,
  )
export async function makeMembersWithBalance(
  t: TestApp,
  team: Team,
  count: number,
  amount: number,
): Promise<Member[]> {
  const members = await runConcurrently(count, () => makeMember(t, team.workspace_id))
  for (const member of members) await addBalance(t, member, amount)
  return members
}
