import { throwUnreadable } from './throw-unreadable.ts'
import { parse } from 'csv-parse/sync'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { restoreFormula } from '#server/platform/csv.ts'
import { detectFileType } from '#server/platform/files/file-type.ts'
import { decodeText, detectDelimiter } from './decode-text.ts'
import { readWorkbook, rowNumberMax } from './workbook.ts'

/**
 * Rows of a file with their line numbers, counted as in a spreadsheet. The header, if any, is the
 * first row. `isCut`: only the last line of a text file lacks columns, so its end is missing.
 */
export type ListTable = { lines: number[]; rows: string[][]; chars: number; isCut: boolean }

/** A longer record indicates an unclosed quote that swallowed the rest of the file. */
const recordBytesMax = 1_000_000

/**
 * Repeated texts of a workbook compress well, so its unpacked text has a limit. 100,000 people with
 * all columns have less text.
 */
const textCharsMax = 64_000_000

const throwTooMany = (finish: number) =>
  throwRefusal('out_of_range', { field: 'file', params: { start: 1, finish } })

// eslint-disable-next-line no-control-regex
const unstorablePattern = /[\u0000\ud800-\udfff]/
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date)) return String(value as string | number | boolean)
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
}

/**
 * Returns a cell that PostgreSQL can store: trimmed, at most 300 characters, without NUL and lone
 * surrogates. Removes the formula escape of our own exports.
 */
function cleanCell(value: unknown): string {
  const trimmed = restoreFormula(cellText(value).trim().slice(0, limits.import_cell_chars_max))
  return unstorablePattern.test(trimmed)
    ? trimmed
        .replaceAll('\u0000', '')
        .replaceAll(/\p{Surrogate}/gu, '')
        .trim()
    : trimmed
}

/**
 * Adds one row unless it is empty. Throws out_of_range as soon as a limit is exceeded; one extra
 * row is allowed for the header.
 */
function addRow(table: ListTable, line: number, cells: readonly unknown[]): void {
  const row = cells.slice(0, limits.import_columns_max * 4).map(cleanCell)
  while (row.length && !row.at(-1)) row.pop()
  if (!row.length) return
  if (row.length > limits.import_columns_max) throwTooMany(limits.import_columns_max)
  if (table.rows.length > limits.import_rows_max) throwTooMany(limits.import_rows_max)
  table.chars += row.reduce((sum, cell) => sum + cell.length, 0)
  if (table.chars > textCharsMax) throwRefusal('file_too_large', { field: 'file' })
  table.lines.push(line)
  table.rows.push(row)
}

function readCsv(bytes: Uint8Array, table: ListTable): void {
  const whole = decodeText(bytes) ?? throwUnreadable()
  const { delimiter, text, skipped } = detectDelimiter(whole.replace(/^\uFEFF/, ''))
  let line = skipped
  // The numbers of columns of the first line, of the shortest but the last, and of the last one.
  let [first, shortest, last] = [0, Infinity, Infinity]
  // Counts records as a spreadsheet counts rows: an empty row counts, a quoted line break does not.
  parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordBytesMax,
    on_record: (record: string[]) => {
      line += 1
      if (line > rowNumberMax) throwUnreadable()
      if (record.length > 1 || record[0]) {
        first ||= record.length
        shortest = Math.min(shortest, last)
        last = record.length
      }
      addRow(table, line, record)
      return null
    },
  })
  table.isCut = last < first && shortest >= first
}

async function readXlsx(bytes: Uint8Array, table: ListTable): Promise<void> {
  for (const [index, row] of (await readWorkbook(bytes)).entries()) addRow(table, index + 1, row)
}

/**
 * Reads CSV or XLSX, detected by content. Returns rows of equal length. Throws file_unreadable,
 * file_too_large and out_of_range, and other errors for broken files.
 */
export async function readTable(bytes: Uint8Array): Promise<ListTable> {
  const table: ListTable = { lines: [], rows: [], chars: 0, isCut: false }
  if (detectFileType(bytes) === 'zip') await readXlsx(bytes, table)
  else readCsv(bytes, table)
  const width = table.rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  for (const row of table.rows) while (row.length < width) row.push('')
  return table
}
