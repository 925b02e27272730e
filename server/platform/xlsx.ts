// Written by hand, because write-excel-file, the writer among our packages, builds the whole file
// in memory, and an export may have a million rows.
import type { TableCell, TableRow } from './table-rows.ts'
import { streamZip, type ZipEntry } from './zip-stream.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Limits of Excel. */
const sheetRowsMax = 1_048_576
const cellCharsMax = 32_767
/** A sheet ends before its XML reaches the 4 GB of a file in a ZIP archive. */
const sheetCharsMax = 1_000_000_000

const namespace = 'http://schemas.openxmlformats.org'
const main = `${namespace}/spreadsheetml/2006/main`
const relationships = `${namespace}/officeDocument/2006/relationships`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Indexes of the cell formats in styles.xml. */
const styles = { head: 1, day: 2, time: 3 }
const stylesXml = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`

const dayMs = 86_400_000
/** Day 0 of spreadsheets. */
const epochMs = Date.UTC(1899, 11, 30)
/** Excel counts a 29 February 1900, so earlier days would be a day off. */
const firstDateMs = Date.UTC(1900, 2, 1)

/** Characters that XML 1.0 forbids. */
// oxlint-disable-next-line no-control-regex
const forbiddenPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a text as XML, cut to the length of a cell. */
function escapeText(text: string): string {
  const cut = text.length > cellCharsMax ? `${text.slice(0, cellCharsMax - 1)}…` : text
  return (
    cut
      .toWellFormed()
      .replace(forbiddenPattern, '')
      // A line end in a cell is a line feed. XML readers would change the others.
      .replace(/\r\n?/g, '\n')
      // Excel reads _x0041_ as "A". An escaped underscore keeps the text.
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
  )
}

/** Returns the name of a column: A to Z, then AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

const textCell = (at: string, text: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

function dateCell(at: string, ms: number, style: number, text: string): string {
  return ms < firstDateMs
    ? textCell(at, text, 0)
    : `<c r="${at}" s="${style}"><v>${(ms - epochMs) / dayMs}</v></c>`
}

/** Returns a cell as XML. A text is never a formula: only an element of its own would be one. */
function cellXml(at: string, cell: TableCell, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}" s="${style}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" s="${style}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'string') return textCell(at, cell, style)
  if (cell instanceof Date) return dateCell(at, cell.getTime(), styles.time, cell.toISOString())
  return dateCell(at, cell.toZonedDateTime('UTC').epochMilliseconds, styles.day, cell.toString())
}

const rowXml = (row: TableRow, number: number, style = 0) =>
  `<row r="${number}">${row.map((cell, index) => cellXml(`${columnName(index)}${number}`, cell, style)).join('')}</row>`

/** The pages of a table, read once by one sheet after the other. The first row is the header. */
type Source = { header: TableRow; pages: AsyncIterator<readonly TableRow[]>; rest: TableRow[] }

/** Yields a sheet: the header, and as many rows of the source as a sheet holds. */
async function* streamSheet(source: Source, rowsMax: number): AsyncGenerator<string> {
  const columns = Math.max(source.header.length, 1)
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols><sheetData>${rowXml(source.header, 1, styles.head)}`
  let rows = 1
  let chars = 0
  while (source.rest.length && rows < rowsMax && chars < sheetCharsMax) {
    const first = rows + 1
    const part = source.rest.splice(0, rowsMax - rows)
    rows += part.length
    const xml = part.map((row, index) => rowXml(row, first + index)).join('')
    chars += xml.length
    yield xml
    if (!source.rest.length) source.rest = await readPage(source.pages)
  }
  yield '</sheetData></worksheet>'
}

/** Returns the next rows, empty at the end. */
async function readPage(pages: Source['pages']): Promise<TableRow[]> {
  for (;;) {
    const { value, done } = await pages.next()
    if (done) return []
    if (value.length) return [...value]
  }
}

const toEntry = (name: string, text: string): ZipEntry => ({
  name,
  content: (async function* () {
    yield text
  })(),
})

/** Yields the files that name the sheets. They follow the sheets, when their number is known. */
function* describeWorkbook(sheets: number): Generator<ZipEntry> {
  const each = (describe: (number: number) => string) =>
    Array.from({ length: sheets }, (_, index) => describe(index + 1)).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`
  const relationList = (list: string) =>
    `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships">${list}</Relationships>`
  const part = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  yield toEntry('xl/styles.xml', stylesXml)
  yield toEntry(
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each((number) => `<sheet name="${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  )
  yield toEntry(
    'xl/_rels/workbook.xml.rels',
    relationList(
      each((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)) +
        relation('styles', 'styles', 'styles.xml'),
    ),
  )
  yield toEntry('_rels/.rels', relationList(relation('rId1', 'officeDocument', 'xl/workbook.xml')))
  yield toEntry(
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${each((number) => part(`xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
  )
}

async function* workbookEntries(
  table: AsyncIterable<readonly TableRow[]>,
  rowsMax: number,
): AsyncGenerator<ZipEntry> {
  const pages = table[Symbol.asyncIterator]()
  try {
    const [header = [], ...first] = await readPage(pages)
    const rest = first.length ? first : await readPage(pages)
    const source: Source = { header, pages, rest }
    let sheets = 0
    do {
      sheets += 1
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: streamSheet(source, rowsMax) }
    } while (source.rest.length)
    yield* describeWorkbook(sheets)
  } finally {
    // A download that was interrupted ends the reading too.
    await pages.return?.()
  }
}

/**
 * Yields a table as an Excel workbook (ECMA-376). The first row is the header; a table that is too
 * long for a sheet continues on the next one, with the header again.
 */
export const streamXlsx = (
  table: AsyncIterable<readonly TableRow[]>,
  rowsMax = sheetRowsMax,
): AsyncGenerator<Buffer> => streamZip(workbookEntries(table, rowsMax))
