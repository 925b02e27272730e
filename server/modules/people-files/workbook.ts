import { throwUnreadable } from './throw-unreadable.ts'
import { readSheet } from 'read-excel-file/universal'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { openArchive, packArchive } from './zip-archive.ts'
import { parseAttributes, scanTags, type XmlTag } from './xml-tags.ts'

/**
 * Maximum unpacked size of the parts that are read. 100,000 people with all columns stay under 100
 * MB.
 */
const unpackedBytesMax = 160_000_000
const stylesBytesMax = 20_000_000

/** Maximum row number of a spreadsheet. */
export const rowNumberMax = 1_048_576
const cellsMax = (limits.import_rows_max + 1) * limits.import_columns_max

const throwOutOfRange = (finish: number) =>
  throwRefusal('out_of_range', { field: 'file', params: { start: 1, finish } })

/** Returns the number of a column by its letters: A is 1, XFD is 16,384. */
function columnNumber(letters: string): number {
  let sum = 0
  for (let at = 0; at < letters.length; at += 1) sum = sum * 26 + letters.charCodeAt(at) - 64
  return sum
}

/**
 * Matches the cell reference as nearly all programs write it: first attribute, double quotes, not
 * repeated.
 */
const cellReferencePattern = /^ r="([A-Z\d]{1,12})"(?: (?!(?:\w*:)?r=)[\w:]+="[^"]*")* ?\/?$/
const cellReference = (tag: XmlTag) =>
  cellReferencePattern.exec(tag.text)?.[1] ?? parseAttributes(tag).get('r')

function rowNumber(text: string): number {
  const row = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return row >= 1 && row <= rowNumberMax ? row : throwUnreadable()
}

/**
 * Throws out_of_range if a sheet has filled cells beyond the allowed columns and rows. The parser
 * fills every gap between rows and columns, so a single distant cell would use gigabytes.
 */
function assertSheetBounds(xml: string): void {
  let [row, lastRow, lastColumn, rows, rowTags] = [0, 0, 0, 0, 0]
  scanTags(xml, new Set(['row', 'c']), (tag) => {
    const reference = cellReference(tag)
    if (tag.name === 'row') {
      row = reference === undefined ? 0 : rowNumber(reference)
      rowTags += 1
      if (rowTags > rowNumberMax) throwUnreadable()
      return
    }
    const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? throwUnreadable()
    const cellRow = rowNumber(digits ?? '')
    row ||= cellRow
    if (tag.isEmpty || xml.startsWith('</', tag.end + 1)) return
    if (row !== lastRow) rows += 1
    lastRow = Math.max(row, cellRow)
    lastColumn = Math.max(lastColumn, columnNumber(letters ?? ''))
    if (lastColumn > limits.import_columns_max) throwOutOfRange(limits.import_columns_max)
    if (rows > limits.import_rows_max + 1 || lastRow * lastColumn > cellsMax)
      throwOutOfRange(limits.import_rows_max)
  })
}

type WorkbookParts = { sheet: string; sharedStrings: string; styles: string }

/**
 * Returns the paths of the parts that the parser reads: the first sheet, the shared strings, the
 * styles.
 */
function findParts(workbook: string, relations: string): WorkbookParts {
  let first: string | undefined
  scanTags(workbook, new Set(['sheet']), (tag) => {
    if (parseAttributes(tag).get('name')) first ??= parseAttributes(tag).get('id')
  })
  const parts: Partial<WorkbookParts> & Pick<WorkbookParts, 'sharedStrings' | 'styles'> = {
    sharedStrings: 'xl/sharedStrings.xml',
    styles: 'xl/styles.xml',
  }
  scanTags(relations, new Set(['Relationship']), (tag) => {
    const found = parseAttributes(tag)
    const target = found.get('Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    const type = (found.get('Type') ?? '').split('/').at(-1)
    if (type === 'worksheet' && found.get('Id') === first) parts.sheet = path
    if (type === 'sharedStrings' || type === 'styles') parts[type] = path
  })
  return parts.sheet === undefined ? throwUnreadable() : { ...parts, sheet: parts.sheet }
}

/**
 * Parses the first sheet. read-excel-file halves its chunk of XML whenever one takes more than 7 ms,
 * and calls itself for each chunk: on a busy machine a large sheet overflows the stack. While it
 * runs the clock stands still, so that its chunks grow. Nothing else runs in this process.
 */
async function parseSheet(packed: ArrayBuffer): Promise<unknown[][]> {
  const { now } = Date
  const startedAt = now()
  Date.now = () => startedAt
  try {
    return await readSheet(packed)
  } finally {
    Date.now = now
  }
}

/**
 * Reads the first sheet of a workbook as rows of values. The bounds are checked before the parser
 * runs.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<unknown[][]> {
  const readFile = openArchive(bytes, unpackedBytesMax)
  const files = new Map<string, Buffer>()
  const copyPart = (path: string, bytesMax = unpackedBytesMax) => {
    const content = readFile(path)
    if (content && content.length > bytesMax) throwUnreadable()
    if (content) files.set(path, content)
    return content?.toString()
  }
  const workbook = copyPart('xl/workbook.xml')
  const relations = copyPart('xl/_rels/workbook.xml.rels')
  const parts = findParts(workbook ?? throwUnreadable(), relations ?? throwUnreadable())
  assertSheetBounds(copyPart(parts.sheet) ?? throwUnreadable())
  copyPart(parts.styles, stylesBytesMax)
  let texts = 0
  scanTags(copyPart(parts.sharedStrings) ?? '', new Set(['si']), () => {
    if ((texts += 1) > cellsMax) throwUnreadable()
  })
  const packed = packArchive(files)
  // Frees one of two copies, which together would use most of the memory limit.
  files.clear()
  return parseSheet(packed)
}
