import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'
import type { ImportField } from '#contract/imports.ts'
import { limits } from '#contract/limits.ts'
import { fail } from '#server/platform/errors.ts'
import { decodeText, splitDelimiter } from './decode.ts'
import { guessFields, isAddress } from './guess.ts'

/** A file as a table: its header, what each column is taken for, and the rows with their line numbers, all equally long. */
export type Table = { header: string[]; fields: ImportField[]; lines: number[]; rows: string[][] }
type Rows = { lines: number[]; rows: string[][] }

const cell_chars_max = 300
/** A record longer than this is no row of people: an open quote swallowed the rest of the file. */
const record_bytes_max = 1_000_000
/** What an XLSX may unpack to; 100,000 people with all columns stay under 100 MB. */
const unpacked_bytes_max = 160_000_000

const unreadable = () => fail('file_unreadable', { field: 'file' })
const tooMany = (finish: number) => fail('out_of_range', { field: 'file', params: { start: 1, finish } })

// eslint-disable-next-line no-control-regex
const odd = /[\u0000\ud800-\udfff]/
/** A cell as PostgreSQL can hold it: trimmed, at most 300 characters, without NUL and lone surrogates. */
function clean(value: unknown): string {
  const text = value instanceof Date ? (Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)) : value === null || value === undefined ? '' : String(value as string | number | boolean)
  const short = text.trim().slice(0, cell_chars_max)
  return odd.test(short) ? short.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '').trim() : short
}

/** Takes one row up, unless it is empty; stops as soon as there are too many. One more is let in for the header. */
function add(table: Rows, line: number, cells: readonly unknown[]): void {
  const row = cells.slice(0, limits.import_columns_max * 4).map(clean)
  while (row.length && !row.at(-1)) row.pop()
  if (!row.length) return
  if (row.length > limits.import_columns_max) tooMany(limits.import_columns_max)
  if (table.rows.length > limits.import_rows_max) tooMany(limits.import_rows_max)
  table.lines.push(line)
  table.rows.push(row)
}

function readCsv(bytes: Uint8Array): Rows {
  const whole = decodeText(bytes) ?? unreadable()
  const { delimiter, text, skipped } = splitDelimiter(whole.replace(/^\uFEFF/, ''))
  const table: Rows = { lines: [], rows: [] }
  let line = skipped
  // Records are counted as a spreadsheet counts rows: empty ones too, and quoted line ends inside one.
  parse(text, {
    delimiter, relax_column_count: true, relax_quotes: true, max_record_size: record_bytes_max,
    on_record: (record: string[]) => {
      add(table, line += 1, record)
      return null
    },
  })
  return table
}

/**
 * Refuses an archive that says it unpacks to too much, before anything is unpacked. The sizes are those of the central
 * directory, which is what the unpacker gives each entry, whatever the entry really holds.
 */
function refuseBomb(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && bytes.length - end <= 65_558 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0 || bytes.length - end > 65_558) unreadable()
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let entry = 0; entry < count; entry += 1) {
    // Entries of more than 4 GB stand elsewhere (ZIP64) and are refused by their 0xffffffff here.
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) unreadable()
    total += view.getUint32(at + 24, true)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (count === 0 || total > unpacked_bytes_max) unreadable()
}

async function readXlsx(bytes: Uint8Array): Promise<Rows> {
  refuseBomb(bytes)
  const sheet = await readSheet(bytes.slice().buffer)
  const table: Rows = { lines: [], rows: [] }
  for (const [index, row] of sheet.entries()) add(table, index + 1, row)
  return table
}

/** Reads CSV or XLSX, told apart by content. Refuses with file_unreadable and out_of_range; throws on broken files. */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
  const { lines, rows } = zip ? await readXlsx(bytes) : readCsv(bytes)
  const bare = rows[0]?.some(isAddress) ?? false
  const header = bare ? [] : (rows.shift() ?? [])
  if (!bare) lines.shift()
  if (!rows.length) unreadable()
  if (rows.length > limits.import_rows_max) tooMany(limits.import_rows_max)
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length)
  for (const row of [header, ...rows]) while (row.length < width) row.push('')
  return { header, fields: guessFields(header, rows), lines, rows }
}
