import type { Budget } from '#contract/schemas/budgets.ts'
import { nextId } from './web-data.ts'
import { makeAudience } from './audience-data.ts'

/** Returns a budget of a month without owners, as the API presents it. */
export const makeBudget = (fields: Partial<Budget> = {}): Budget => ({
  id: nextId(),
  name: 'Support',
  period: 'month',
  points: 1_000,
  carry_over_max: 0,
  left: 320,
  funded: 1_000,
  period_start: '2031-12-01T00:00:00.000Z',
  period_end: '2032-01-01T00:00:00.000Z',
  owners: [],
  givers: null,
  recipients: makeAudience(),
  created_at: '2031-12-01T00:00:00.000Z',
  closed_at: null,
  ...fields,
})
