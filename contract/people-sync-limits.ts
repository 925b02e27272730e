/** Bounds of the sync of people. */
export const peopleSyncLimits = {
  /** The log of runs is kept for these days. */
  people_sync_days: 90,
  people_sync_leavers_percent: 10,
  people_sync_address_chars_max: 2_000,
  people_sync_authorization_chars_max: 2_000,
  people_sync_file_name_chars_max: 100,
  people_sync_header_chars_max: 300,
  /** Administrators who get an item about a stopped run. */
  people_sync_readers_max: 100,
} as const
