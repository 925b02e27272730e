import type { Plan, PlanBasis } from '#contract/schemas/plans.ts'
import { planInput } from './plans.ts'

/** Returns the figures of the team of `planInput`, as the API presents them. */
export const makePlanBasis = (fields: Partial<PlanBasis> = {}): PlanBasis => {
  const { name: _name, currency, hundred_points_minor: minor, ...figures } = planInput
  return { ...figures, hundred_points: { currency, minor }, ...fields }
}

/** Returns the plan of `planInput`, as the API presents it. */
export const makePlanData = (fields: Partial<Plan> = {}): Plan => ({
  id: '00000000-0000-7000-8000-0000000000a1',
  ...planInput,
  created_at: '2026-06-15T12:00:00.000Z',
  ...fields,
})
