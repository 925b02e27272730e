// No `escape_formulas` of csv-stringify, because it checks the first character only, and it changes
// telephone numbers as well.
import { type Options, stringify } from 'csv-stringify/sync'
import type { TableRow } from './table-rows.ts'

/**
 * Matches the positions where a spreadsheet may see a formula: at the start of a text, and after a
 * separator or line end, as some locales split files at semicolons or tabs. White space and control
 * characters before the sign change nothing.
 */
const separators = ';\\t|\\r\\n'
const blank = `(?:(?![${separators}])[\\s\\p{Cc}\\p{Cf}])*`
const formulaSignPattern = new RegExp(`(^|[${separators}])(${blank})('*)([=+\\-@＝＋－＠])`, 'gu')
/**
 * Matches the rest of a number or telephone number after its sign. Spreadsheets compute nothing
 * from it.
 */
const numberRestPattern = new RegExp(`^\\d[\\d ]*(?:[.,]\\d+)?${blank}(?:[${separators}]|$)`, 'u')
/** Matches the rest after a sign that starts no formula, as in `;-)`. */
const emoticonRestPattern = new RegExp(`^${blank}(?:[)*/>${separators}]|$)`, 'u')

function isHarmless(sign: string, rest: string, isStart: boolean): boolean {
  if (sign !== '+' && sign !== '-') return false
  return numberRestPattern.test(rest) || (!isStart && emoticonRestPattern.test(rest))
}

/** Replaces the apostrophes before each sign that could start a formula. */
const changeApostrophes = (
  text: string,
  change: (apostrophes: string, isHarmless: boolean) => string,
): string =>
  text.replace(
    formulaSignPattern,
    (
      whole: string,
      separator: string,
      space: string,
      apostrophes: string,
      sign: string,
      at: number,
    ) =>
      `${separator}${space}${change(apostrophes, isHarmless(sign, text.slice(at + whole.length), separator === '' && at === 0))}${sign}`,
  )

/**
 * Returns a text that no spreadsheet evaluates: an apostrophe precedes each possible formula
 * (promise 14).
 */
export const defuseFormula = (text: string): string =>
  changeApostrophes(text, (apostrophes, harmless) =>
    harmless && !apostrophes ? '' : `${apostrophes}'`,
  )
/**
 * Returns the text before defuseFormula, so that importing our own files restores the same values.
 */
export const restoreFormula = (text: string): string =>
  changeApostrophes(text, (apostrophes) => apostrophes.slice(1))

const csvOptions: Options = {
  record_delimiter: '\r\n',
  // With a record delimiter of our own, the library would leave a single CR or LF unquoted.
  quote_record_delimiter: true,
  cast: { string: defuseFormula, boolean: String, date: (date) => date.toISOString() },
}
/**
 * Returns one line of a CSV file (RFC 4180) with its line end. Text that starts like a formula is
 * defused; numbers stay unchanged.
 */
export const formatCsvLine = (cells: TableRow, separator: ',' | ';' = ','): string =>
  stringify([cells.map((cell) => (cell instanceof Temporal.PlainDate ? cell.toString() : cell))], {
    ...csvOptions,
    delimiter: separator,
  })

/** Yields the rows of a table as CSV, one text for each page. */
export async function* streamCsv(
  table: AsyncIterable<readonly TableRow[]>,
): AsyncGenerator<string> {
  for await (const rows of table) yield rows.map((row) => formatCsvLine(row)).join('')
}
