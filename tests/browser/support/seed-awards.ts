import type { AwardGift } from '#contract/schemas/awards.ts'
import { type AppUnderTest, callApi } from './app-under-test.ts'

type People = { founder: string; member: string; budget: string | null; ids: string[] }

/**
 * Creates awards and gifts in every state between the founder and the member, who are the first ids.
 * Returns the id of a gift that awaits the founder.
 */
export async function makeAwards(
  product: AppUnderTest,
  { founder, member, budget, ids: [founderId = '', memberId = ''] }: People,
): Promise<string> {
  const { values } = await callApi<{ values: { id: string }[] }>(product, 'GET', '/config', founder)
  const found = await callApi<{ id: string }[]>(product, 'GET', '/people', founder)
  const others = found.filter(({ id }) => id !== founderId && id !== memberId).map(({ id }) => id)
  const create = async (award: object) => {
    const { id } = await callApi<{ id: string }>(product, 'POST', '/awards', founder, {
      givers: {},
      receivers: {},
      value_id: values[0]?.id,
      ...award,
    })
    return id
  }
  const hero = await create({
    name: 'Hero of the quarter',
    emoji: '🏆',
    text: 'For work that the whole team will remember.',
    criteria: 'The result goes well beyond the role and helped several teams.',
    points_min: 50,
    points_max: 200,
    budget_id: budget,
    yearly_max: 1,
    steps: [
      { approver: 'people', user_ids: [founderId, memberId] },
      { approver: 'giver_manager', from_points: 100 },
    ],
  })
  const spot = await create({
    name: 'On the spot',
    emoji: '⚡',
    text: 'A quick thank-you for help that made the day.',
    points_min: 25,
    points_max: 25,
  })
  const past = await create({ name: 'Summer star', emoji: '🌞', points_min: 10, points_max: 10 })
  await callApi(product, 'POST', `/awards/${past}/archive`, founder)
  const give = (token: string, awardId: string, points: number, text: string, to: string[]) =>
    callApi<AwardGift>(product, 'POST', '/awards/gifts', token, {
      award_id: awardId,
      to_ids: to,
      points,
      text,
    })
  await give(founder, spot, 25, 'You saved the demo an hour before it began', [memberId])
  const declined = await give(founder, hero, 60, 'For the new onboarding', others.slice(0, 1))
  await callApi(product, 'POST', `/awards/gifts/${declined.id}/decide`, member, {
    approve: false,
    step: 0,
    reason: 'Let us wait until the new flow is live for everyone',
  })
  await give(founder, hero, 80, 'For the calm way through the outage', others.slice(1, 2))
  const open = await give(
    member,
    hero,
    120,
    'They rebuilt the whole sign-up in three weeks, and support has had a quiet month since.',
    others.slice(2, 4),
  )
  return open.id
}
