import type { GroupKind } from '#contract/schemas/organization-record.ts'

/** The kinds of groups in the order of the settings. */
export const groupKinds = [
  'department',
  'location',
  'team',
  'custom',
] as const satisfies GroupKind[]
