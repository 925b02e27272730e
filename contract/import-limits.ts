import { historyLimits } from './history-limits.ts'
import { peopleSyncLimits } from './people-sync-limits.ts'

/** Bounds of files of people and of posts. */
export const importLimits = {
  ...historyLimits,
  ...peopleSyncLimits,
  import_bytes_max: 20_971_520,
  import_rows_max: 100_000,
  import_columns_max: 50,
  import_review_rows: 50,
  import_new_groups_shown: 20,
  import_cell_chars_max: 300,
} as const
