import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Member, Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Creates an award of 20 to 50 points that the administrator approves. Returns its id. */
export async function makeAward(
  t: TestApp,
  { admin, value_id: valueId }: Team,
  body: Partial<BodyInputOf<'awards.create'>> = {},
): Promise<string> {
  const award = await t.call('awards.create', {
    token: admin.token,
    body: {
      name: 'Helping hand',
      emoji: '🏅',
      points_min: 20,
      points_max: 50,
      givers: {},
      receivers: {},
      value_id: valueId,
      steps: [{ approver: 'people', user_ids: [admin.user_id] }],
      ...body,
    },
  })
  return award.body.id
}

/** Creates an award and a gift that awaits the administrator. */
export async function makeAwardGift(
  t: TestApp,
  team: Team,
  { giver, receiver, budget }: { giver: Member; receiver: Member; budget: string },
): Promise<{ award: string; award_gift: string }> {
  const award = await makeAward(t, team, { budget_id: budget })
  const gift = await t.call('awards.give', {
    token: giver.token,
    body: {
      award_id: award,
      to_ids: [receiver.user_id],
      points: 20,
      text: 'For the help with the move',
    },
  })
  return { award, award_gift: gift.body.id }
}

type AwardIds = Record<'budget' | 'user' | 'value' | 'award', string>
/** A valid body for each call about awards. */
export const awardExamples = {
  'awards.create': (ids: AwardIds) => ({
    name: 'Hero of the quarter',
    emoji: '🏆',
    points_min: 20,
    points_max: 50,
    budget_id: ids.budget,
    givers: {},
    receivers: { user_ids: [ids.user] },
    value_id: ids.value,
    steps: [{ approver: 'people', user_ids: [ids.user] }],
  }),
  'awards.picture': () => ({ remove_picture: true }),
  'awards.update': () => ({ text: 'For work that lasts' }),
  'awards.give': (ids: AwardIds) => ({
    award_id: ids.award,
    to_ids: [ids.user],
    points: 20,
    text: 'For the move to the new office',
  }),
  'awards.decide': () => ({ approve: false, step: 0, reason: 'Let us wait for the launch' }),
  'profiles.set_approval_delegate': (ids: AwardIds) => ({
    delegate: { user_id: ids.user, starts_on: '2026-06-01', ends_on: '2026-12-31' },
  }),
}
