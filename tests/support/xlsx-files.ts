import { deflateRawSync } from 'node:zlib'

/** A file of an archive; `size` is the size its headers claim. */
export type ArchiveEntry = { name: string; data: Buffer; size: number; method?: number }

/** Builds a ZIP archive by hand, so that its headers can be false. */
export function buildZip(entries: ArchiveEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, size, method = 8 } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), data)
    directory.push(central, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
export const deflatedEntry = (
  name: string,
  content: string | Buffer,
  size = Buffer.byteLength(content),
): ArchiveEntry => ({ name, data: deflateRawSync(content), size })

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const worksheetXml = (rows: string) =>
  `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData></worksheet>`
export const textCellXml = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
/** Returns a sheet with a header, one person, and the given rows. */
export const peopleSheetXml = (rows = '') =>
  worksheetXml(
    `<row r="1">${textCellXml('A1', 'Email')}</row><row r="2">${textCellXml('A2', 'ada@example.test')}</row>${rows}`,
  )

type WorkbookParts = {
  sharedStrings?: string
  styles?: string
  workbook?: string
  others?: ArchiveEntry[]
}
/** Returns a workbook whose first sheet has the given XML, or is the given archive entry. */
export function buildWorkbook(
  sheet: string | ArchiveEntry,
  { sharedStrings, styles, workbook, others: extraEntries = [] }: WorkbookParts = {},
): Buffer {
  return buildZip([
    deflatedEntry(
      'xl/workbook.xml',
      workbook ??
        `<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    deflatedEntry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    typeof sheet === 'string' ? deflatedEntry('xl/worksheets/sheet1.xml', sheet) : sheet,
    ...(sharedStrings === undefined ? [] : [deflatedEntry('xl/sharedStrings.xml', sharedStrings)]),
    ...(styles === undefined ? [] : [deflatedEntry('xl/styles.xml', styles)]),
    ...extraEntries,
  ])
}
