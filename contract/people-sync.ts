/** Where the file of a sync comes from. `api`: a system sends it to `PUT /people-file`. */
export const peopleSyncSources = ['api', 'https', 'folder'] as const
export type PeopleSyncSource = (typeof peopleSyncSources)[number]

/** `full`: people who are not in the file have left. `partial`: the file says nothing about them. */
export const peopleSyncCoverages = ['full', 'partial'] as const
export type PeopleSyncCoverage = (typeof peopleSyncCoverages)[number]

export const peopleSyncSchedules = ['off', 'hourly', 'daily'] as const

/**
 * `waiting`: a checked dry run. `stopped`: too many people would leave. Both wait until somebody
 * applies or discards them. `failed`: the file could not be used, and nobody changed.
 */
export const peopleSyncStates = [
  'checking',
  'waiting',
  'applying',
  'finished',
  'stopped',
  'failed',
  'discarded',
] as const
export type PeopleSyncState = (typeof peopleSyncStates)[number]

/**
 * What a run does about a person. `missing`: not in the file for the first time. `conflict`: a value
 * changed by hand and in the file, and the file wins. Unchanged people are not listed.
 */
export const peopleSyncOutcomes = [
  'new',
  'changed',
  'conflict',
  'missing',
  'deactivated',
  'refused',
] as const
export type PeopleSyncOutcome = (typeof peopleSyncOutcomes)[number]

/** A changed field. `last`: what the sync wrote last, if the value was changed by hand since. */
export type SyncedField = { field: string; before: string; after: string; last: string | null }
