import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** A bonus of 5 points for each person of an audience, for the first months of 2026. */
export const bonusInput = (
  audience: BodyInputOf<'bonuses.create'>['audience'],
): BodyInputOf<'bonuses.create'> => ({
  name: 'Spring bonus',
  text: 'Thank you for a strong start of the year',
  audience,
  starts_on: '2026-01-01',
  ends_on: '2026-03-31',
  method: 'fixed',
  points: 5,
})

/** Creates an unpaid bonus of 5 points for each person of an audience. Returns its id. */
export async function makeBonus(
  t: TestApp,
  { admin }: Pick<Team, 'admin'>,
  audience: BodyInputOf<'bonuses.create'>['audience'],
): Promise<string> {
  const { body } = await t.call('bonuses.create', {
    token: admin.token,
    body: bonusInput(audience),
  })
  return body.id
}

/** A valid body for each call about bonuses. */
export const bonusExamples = {
  'bonuses.create': (ids: { user: string }) => bonusInput({ user_ids: [ids.user] }),
  'bonuses.update': () => ({ text: 'Thank you for the first quarter' }),
  'bonuses.pay': () => ({ people: 1, points: 5 }),
}
