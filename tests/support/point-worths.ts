import type { Money } from '#contract/schemas/common.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Sets what 100 points are worth from today on, by default. Returns the id of the worth. */
export async function setWorth(
  t: TestApp,
  { token }: Pick<Team['admin'], 'token'>,
  { currency, minor }: Money,
): Promise<string> {
  const { body } = await t.call('point_worths.create', {
    token,
    body: { currency, hundred_points_minor: minor },
  })
  return body.id
}

/** A valid body for each call about worths. */
export const pointWorthExamples = {
  'point_worths.create': () => ({ country: 'JP', currency: 'JPY', hundred_points_minor: 1_500 }),
  'point_worths.set_policy': () => ({ shown_to_members: true, announced: false }),
  'point_worths.update': () => ({ currency: 'EUR', hundred_points_minor: 900 }),
}
