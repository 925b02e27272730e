/** What a change that an identity provider asked for did, in the order of the filter. */
export const scimOutcomes = [
  'created',
  'reactivated',
  'changed',
  'unchanged',
  'deactivated',
  'deleted',
  'failed',
] as const
export type ScimOutcome = (typeof scimOutcomes)[number]
