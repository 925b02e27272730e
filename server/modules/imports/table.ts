import { parse } from 'csv-parse/sync'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { restoreFormula } from '#server/platform/csv.ts'
import { detectFileType } from '#server/platform/files/file-type.ts'
import { decodeText, detectDelimiter } from './decode-text.ts'
import { readWorkbook, rowNumberMax } from './workbook.ts'

/**
 * The rows of a file with their line numbers as a spreadsheet counts them. The header, if any, is
 * the first row.
 */
export type ListTable = { lines: number[]; rows: string[][]; chars: number }

const cellCharsMax = 300
/** A record longer than this is no row of people: an open quote swallowed the rest of the file. */
const recordBytesMax = 1_000_000
/**
 * Repeated texts of a workbook are small when packed; 100,000 people with all columns of a list
 * have less.
 */
const textCharsMax = 64_000_000

const throwUnreadable = () => throwRefusal('file_unreadable', { field: 'file' })
const throwTooMany = (finish: number) =>
  throwRefusal('out_of_range', { field: 'file', params: { start: 1, finish } })

// eslint-disable-next-line no-control-regex
const unstorablePattern = /[\u0000\ud800-\udfff]/
/**
 * A cell as PostgreSQL can hold it: trimmed, at most 300 characters, without NUL and lone
 * surrogates, and without what our own exports add.
 */
function cleanCell(value: unknown): string {
  const text =
    value instanceof Date
      ? Number.isNaN(value.getTime())
        ? ''
        : value.toISOString().slice(0, 10)
      : value === null || value === undefined
        ? ''
        : String(value as string | number | boolean)
  const short = restoreFormula(text.trim().slice(0, cellCharsMax))
  return unstorablePattern.test(short)
    ? short
        .replaceAll('\u0000', '')
        .replaceAll(/\p{Surrogate}/gu, '')
        .trim()
    : short
}

/**
 * Takes one row up, unless it is empty; stops as soon as there are too many. One more is let in for
 * the header.
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
  // Records are counted as a spreadsheet counts rows: empty ones too, and quoted line ends inside
  // one.
  parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordBytesMax,
    on_record: (record: string[]) => {
      line += 1
      if (line > rowNumberMax) throwUnreadable()
      addRow(table, line, record)
      return null
    },
  })
}

async function readXlsx(bytes: Uint8Array, table: ListTable): Promise<void> {
  for (const [index, row] of (await readWorkbook(bytes)).entries()) addRow(table, index + 1, row)
}

/**
 * Reads CSV or XLSX, told apart by content, as rows of equal length. Throws file_unreadable,
 * file_too_large and out_of_range; throws other errors on broken files.
 */
export async function readTable(bytes: Uint8Array): Promise<ListTable> {
  const table: ListTable = { lines: [], rows: [], chars: 0 }
  if (detectFileType(bytes) === 'zip') await readXlsx(bytes, table)
  else readCsv(bytes, table)
  const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0)
  for (const row of table.rows) while (row.length < width) row.push('')
  return table
}
