import type { PointWorth } from '#contract/schemas/point-worths.ts'

/** Returns the worth of 100 points by default, as the API presents it. */
export const makeWorth = (fields: Partial<PointWorth> = {}): PointWorth => ({
  id: '00000000-0000-7000-8000-0000000000f1',
  country: null,
  currency: 'USD',
  hundred_points_minor: 1_000,
  valid_from: '2026-01-01',
  state: 'current',
  created_at: '2026-01-01T09:00:00.000Z',
  created_by: null,
  ...fields,
})
