/** Bounds of imports of another product's history. */
export const historyLimits = {
  /** The memory of a team's uploads is 64 MB, so a file is a little smaller. */
  history_bytes_max: 62_914_560,
  history_rows_max: 1_000_000,
  history_columns_max: 60,
  /** Cells and texts are cut. */
  history_cell_chars_max: 20_000,
  history_text_chars_max: 2_000,
  history_receivers_max: 200,
  history_points_max: 1_000_000,
  history_people_max: 100_000,
  history_first_year: 2000,
  /** Hashtags of a file that become values; more get the default value. */
  history_tags_max: 200,
  history_people_shown: 20,
  history_page_rows: 50,
  history_imports_shown: 20,
  history_undo_days: 7,
} as const
