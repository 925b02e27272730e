import type { Plan, PlanBasis } from '#contract/schemas/plans.ts'

/** Returns the figures of a team of 50, as the API presents them. */
export const makePlanBasis = (fields: Partial<PlanBasis> = {}): PlanBasis => ({
  people: 50,
  allowance: 100,
  period: 'month',
  use_percent: 60,
  celebration_points: 2_000,
  award_points: 1_000,
  bonus_points: 0,
  gift_card_percent: 50,
  hundred_points: { currency: 'EUR', minor: 1_000 },
  ...fields,
})

/** Returns a plan from these figures, as the API presents it. */
export const makePlanData = (fields: Partial<Plan> = {}): Plan => ({
  id: '00000000-0000-7000-8000-0000000000a1',
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
  created_at: '2026-06-15T12:00:00.000Z',
  ...fields,
})
