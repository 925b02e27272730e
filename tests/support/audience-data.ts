import type { Audience } from '#contract/schemas/audiences.ts'

/** Returns the audience of everyone, as the API presents it, with other conditions. */
export const makeAudience = (fields: Partial<Audience> = {}): Audience => ({
  groups: [],
  excluded_groups: [],
  managers_only: false,
  countries: [],
  tenure_months_from: null,
  tenure_months_to: null,
  people: [],
  ...fields,
})
