import type { Attribute } from '#contract/schemas/attributes.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import type { MappedColumn } from '#contract/schemas/people-sync.ts'
import type { PeopleSyncSettings } from '../api/queries.ts'

/** Headers are compared in any case, as on the server. */
const foldHeader = (header: string) => header.trim().toLowerCase()
const hasHeader = (columns: readonly MappedColumn[], header: string) =>
  columns.some((column) => foldHeader(column.header) === foldHeader(header))

/**
 * Returns the columns to map: those of the last file with their kept or guessed fields, or the kept
 * ones without a file. The first of two columns with one header counts.
 */
export function toColumnDraft({
  columns: kept,
  last_run: run,
}: PeopleSyncSettings): MappedColumn[] {
  if (!run?.columns.length) return kept
  const named = run.columns.filter(
    ({ header }, index, all) =>
      header.trim() !== '' &&
      all.findIndex((other) => foldHeader(other.header) === foldHeader(header)) === index,
  )
  if (!kept.length) return named
  return named.map(({ header }) => ({
    header,
    field:
      kept.find((column) => foldHeader(column.header) === foldHeader(header))?.field ?? 'ignore',
  }))
}

/** Returns the kept columns that the last file no longer has, and that fail its run. */
export const listLostHeaders = ({ columns: kept, last_run: run }: PeopleSyncSettings): string[] =>
  run?.columns.length
    ? kept
        .filter(({ header, field }) => field !== 'ignore' && !hasHeader(run.columns, header))
        .map(({ header }) => header)
    : []

/**
 * Returns the columns with the fields that were chosen for their headers. A chosen field leaves every
 * other column.
 */
export const withChosen = (
  columns: readonly MappedColumn[],
  chosen: readonly MappedColumn[],
): MappedColumn[] =>
  columns.map((column) => {
    const own = chosen.find(({ header }) => foldHeader(header) === foldHeader(column.header))
    if (own) return { ...column, field: own.field }
    return chosen.some(({ field }) => field === column.field)
      ? { ...column, field: 'ignore' }
      : column
  })

/** Assigns a field to a column. The column that had it is skipped. */
export const assignField = (
  columns: readonly MappedColumn[],
  header: string,
  field: ImportField,
): MappedColumn[] =>
  columns.map((column) => {
    if (column.header === header) return { ...column, field }
    return column.field === field ? { ...column, field: 'ignore' } : column
  })

/** Returns the columns without those of deleted attributes. */
export const withoutDeleted = (
  columns: readonly MappedColumn[],
  attributes: readonly Attribute[],
): MappedColumn[] =>
  columns.map((column) =>
    column.field.startsWith('attribute:') &&
    !attributes.some(({ id }) => column.field === `attribute:${id}`)
      ? { ...column, field: 'ignore' }
      : column,
  )
