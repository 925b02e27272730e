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
export type ListTable = { lines: number[]; rows: string[][]; isCut: boolean }

/** A longer record indicates an unclosed quote that swallowed the rest of the file. */
const recordBytesMax = 1_000_000

/** What a file may have. Texts are cut at `cellCharsMax`; more of the others is refused. */
export type TableBounds = {
  rowsMax: number
  columnsMax: number
  cellCharsMax: number
  /**
   * Repeated texts of a workbook compress well, so its unpacked text has a limit. 100,000 people
   * with all columns have less text than that of a list of people.
   */
  textCharsMax: number
}
const listBounds: TableBounds = {
  rowsMax: limits.import_rows_max,
  columnsMax: limits.import_columns_max,
  cellCharsMax: limits.import_cell_chars_max,
  textCharsMax: 64_000_000,
}
/** Takes the cells of a row and the number of its line. */
type TakeRow = (line: number, cells: readonly unknown[]) => void

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
 * Returns a cell that PostgreSQL can store: trimmed, cut, without NUL and lone surrogates. Removes
 * the formula escape of our own exports.
 */
function cleanCell(value: unknown, charsMax: number): string {
  const trimmed = restoreFormula(cellText(value).trim().slice(0, charsMax))
  return unstorablePattern.test(trimmed)
    ? trimmed
        .replaceAll('\u0000', '')
        .replaceAll(/\p{Surrogate}/gu, '')
        .trim()
    : trimmed
}

/**
 * Returns a function that cleans rows and takes those that are not empty. It throws out_of_range as
 * soon as a limit is exceeded; one extra row is allowed for the header.
 */
function cleanRows(
  { rowsMax, columnsMax, cellCharsMax, textCharsMax }: TableBounds,
  take: (line: number, row: string[]) => void,
): TakeRow {
  let [rows, chars] = [0, 0]
  return (line, cells) => {
    const row = cells.slice(0, columnsMax * 4).map((cell) => cleanCell(cell, cellCharsMax))
    while (row.length && !row.at(-1)) row.pop()
    if (!row.length) return
    if (row.length > columnsMax) throwTooMany(columnsMax)
    if (rows > rowsMax) throwTooMany(rowsMax)
    rows += 1
    chars += row.reduce((sum, cell) => sum + cell.length, 0)
    if (chars > textCharsMax) throwRefusal('file_too_large', { field: 'file' })
    take(line, row)
  }
}

/** Reads a text file. Returns whether its end is missing. */
function scanCsv(bytes: Uint8Array, take: TakeRow): boolean {
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
      take(line, record)
      return null
    },
  })
  return last < first && shortest >= first
}

/**
 * Reads CSV or XLSX, detected by content, and passes each row on without keeping it. Returns whether
 * the end of the file is missing. Throws file_unreadable, file_too_large and out_of_range, and other
 * errors for broken files.
 */
export async function scanTable(
  bytes: Uint8Array,
  bounds: TableBounds,
  take: (line: number, row: string[]) => void,
): Promise<boolean> {
  const takeRow = cleanRows(bounds, take)
  if (detectFileType(bytes) !== 'zip') return scanCsv(bytes, takeRow)
  for (const [index, row] of (await readWorkbook(bytes)).entries()) takeRow(index + 1, row)
  return false
}

/**
 * Reads a list of people. Returns rows of equal length, in the form of texts of the API. Throws as
 * scanTable.
 */
export async function readTable(bytes: Uint8Array): Promise<ListTable> {
  const table: Omit<ListTable, 'isCut'> = { lines: [], rows: [] }
  let width = 0
  const isCut = await scanTable(bytes, listBounds, (line, row) => {
    table.lines.push(line)
    table.rows.push(row.map((cell) => cell.normalize('NFC')))
    width = Math.max(width, row.length)
  })
  for (const row of table.rows) while (row.length < width) row.push('')
  return { ...table, isCut }
}
