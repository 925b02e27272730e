import { dayMs } from '#contract/durations.ts'
import type { HistoryField, HistoryProduct, HistoryState } from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import type { HistoryImport } from '#contract/schemas/history-imports.ts'
import type { BalanceSums, HistoryImportRow } from './queries.ts'

/** Cells of a column that an administrator sees before the check. */
const samplesShown = 3

/** Returns until when an import can be undone; null if it has not begun or is undone. */
export function findUndoEnd({ state, started_at, finished_at }: HistoryImportRow): Date | null {
  if (!started_at || (state !== 'finished' && state !== 'failed')) return null
  return new Date((finished_at ?? started_at).getTime() + limits.history_undo_days * dayMs)
}

export function presentHistoryImport(
  row: HistoryImportRow,
  samples: readonly string[][],
  sums: BalanceSums | undefined,
): HistoryImport {
  return {
    id: row.id,
    product: row.product as HistoryProduct,
    state: row.state as HistoryState,
    file_name: row.file_name,
    columns: row.header.map((header, column) => ({
      header,
      field: row.fields[column] as HistoryField,
      samples: samples
        .map((cells) => cells[column] ?? '')
        .filter(Boolean)
        .slice(0, samplesShown),
    })),
    date_order: row.date_order as 'dmy' | 'mdy' | null,
    rows: row.rows_count,
    done: row.done_count,
    created: row.created_count,
    known: row.known_count,
    refused: row.refused_count,
    totals: row.totals,
    opening_balances: row.opens_balances,
    opened_points: sums?.opened ?? 0,
    kept_points: sums?.kept ?? 0,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: findUndoEnd(row)?.toISOString() ?? null,
  }
}
