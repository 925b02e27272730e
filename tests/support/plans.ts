import type { PlanInput } from '#contract/schemas/plans.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** A plan of 50 people who give 60 percent of 100 points a month. */
export const planInput: PlanInput = {
  name: 'Next year',
  people: 50,
  allowance: 100,
  period: 'month',
  use_percent: 60,
  celebration_points: 2_000,
  award_points: 1_000,
  bonus_points: 0,
  gift_card_percent: 50,
  currency: 'EUR',
  hundred_points_minor: 1_000,
}

/** Saves a plan. Returns its id. */
export async function makePlan(t: TestApp, { admin }: Pick<Team, 'admin'>): Promise<string> {
  const { body } = await t.call('plans.create', { token: admin.token, body: planInput })
  return body.id
}

/** A valid body for each call about plans. */
export const planExamples = {
  'plans.create': () => planInput,
  'plans.update': () => ({ ...planInput, people: 60 }),
}
