/** Products whose exports have columns that we know (docs/history-imports.md). */
export const historyProducts = ['bonusly', 'nectar', 'heytaco', 'karma', 'kudos', 'other'] as const
export type HistoryProduct = (typeof historyProducts)[number]

/**
 * `checking`, `in_progress` and `undoing` run in the background. `failed`: an import that has begun
 * can be undone, and another one can be checked again.
 */
export const historyStates = [
  'uploaded',
  'checking',
  'checked',
  'in_progress',
  'finished',
  'undoing',
  'undone',
  'failed',
] as const
export type HistoryState = (typeof historyStates)[number]

/** What a column holds. A person is an address or a name; `points` are for each receiver. */
export const historyFields = [
  'date',
  'giver',
  'giver_email',
  'receivers',
  'receiver_emails',
  'points',
  'text',
  'tag',
  'private',
  'ignore',
] as const
export type HistoryField = (typeof historyFields)[number]

/** Why a row becomes no post. */
export const historyRowCodes = [
  'date_unreadable',
  'date_out_of_range',
  'giver_missing',
  'receiver_missing',
  'too_many_receivers',
  'self_recognition',
  'points_unreadable',
  'points_negative',
  'points_too_high',
] as const
export type HistoryRowCode = (typeof historyRowCodes)[number]
