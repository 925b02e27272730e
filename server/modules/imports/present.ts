import type { UserImport } from '#contract/schemas/imports.ts'
import type { ImportRow } from './queries.ts'

const samplesMax = 3

/** A mail retried within hours is not reported as scheduled for a later day. */
const ignoredDelayMs = 12 * 3_600_000

/** Returns the first non-empty cells of a column. */
const columnSamples = (rows: string[][], column: number) =>
  rows
    .map((row) => row[column] ?? '')
    .filter(Boolean)
    .slice(0, samplesMax)

/**
 * Returns an import for members who manage the team. Samples are included only until the columns
 * are matched.
 */
export function presentImport(row: ImportRow, at: Date, rows: string[][] = []): UserImport {
  return {
    id: row.id,
    state: row.state,
    file_name: row.file_name,
    columns: row.fields.map((field, index) => ({
      header: row.header[index] ?? '',
      field,
      samples: columnSamples(rows, index),
    })),
    rows: row.rows_count,
    done: row.done_count,
    invited: row.invited_count,
    updated: row.updated_count,
    refused: row.refused_count,
    deactivated: row.deactivated_count,
    warned: row.warned_count,
    failed_mails: Number(row.failed_mails),
    held: Number(row.held_people),
    holds_invites: row.holds_invites,
    invites_at: row.invites_at?.toISOString() ?? null,
    mails_until:
      row.mails_until && row.mails_until > new Date(at.getTime() + ignoredDelayMs)
        ? row.mails_until.toISOString()
        : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
