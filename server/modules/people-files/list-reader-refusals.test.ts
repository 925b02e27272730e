import { expect, test } from 'vitest'
import {
  deflatedEntry,
  peopleSheetXml,
  worksheetXml,
  textCellXml,
  buildWorkbook,
  buildZip,
} from '#tests/support/xlsx-files.ts'
import { readInProcess, readInSandbox, outcomeOf } from '#tests/support/user-lists.ts'

const refusalOf = (file: Buffer | string) => outcomeOf(readInProcess(file))

/** Returns the error for a file that is read in the sandbox, as on the server. */
const refusalInSandbox = (file: Buffer | string) => outcomeOf(readInSandbox(file))

test('refuses empty, truncated and binary files as unreadable', async () => {
  const unreadable = { code: 'file_unreadable', field: 'file' }
  for (const file of [
    '',
    '\n\n',
    'email,name\n',
    'PK\u0003\u0004 no archive',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 0, 0, 5, 6, 7, 1, 1]),
    `email\n"${'x\n'.repeat(800_000)}`,
  ])
    expect(await refusalInSandbox(file)).toEqual(unreadable)
  expect(await refusalOf(buildZip([deflatedEntry('xl/nothing.xml', '<a/>')]))).toEqual(unreadable)
})

test('refuses too many rows and columns as out_of_range', async () => {
  expect(await refusalInSandbox(`email\n${'a@example.test\n'.repeat(100_001)}`)).toEqual({
    code: 'out_of_range',
    field: 'file',
    params: { start: 1, finish: 100_000 },
  })
  expect(await refusalOf(`email\n${Array.from({ length: 51 }, () => 'x').join(',')}`)).toEqual({
    code: 'out_of_range',
    field: 'file',
    params: { start: 1, finish: 50 },
  })
})

const unreadable = { code: 'file_unreadable', field: 'file' }
const outOfRange = (finish: number) => ({
  code: 'out_of_range',
  field: 'file',
  params: { start: 1, finish },
})

test.each([
  ['a column beyond the last one', '<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>', unreadable],
  [
    'a column name of 10,000 letters',
    `<row r="2"><c r="${'A'.repeat(10_000)}2"><v>1</v></c></row>`,
    unreadable,
  ],
  [
    'the last cell of a spreadsheet',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    outOfRange(50),
  ],
  ['column 51', '<row r="3"><c r="AY3"><v>1</v></c></row>', outOfRange(50)],
  [
    'the last row in column 50',
    '<row r="1048576"><c r="AX1048576"><v>1</v></c></row>',
    outOfRange(100_000),
  ],
  ['a row beyond the last one', '<row r="1048577"><c r="A1048577"><v>1</v></c></row>', unreadable],
  ['a row number in exponential form', '<row r="1e9"><c r="A3"><v>1</v></c></row>', unreadable],
  [
    'a far column after a quoted bracket',
    '<row r="3"><c x=">" r="ZZZZZZZ3"><v>1</v></c></row>',
    unreadable,
  ],
  ['a far column in single quotes', "<row r='3'><c r='XFD3'><v>1</v></c></row>", outOfRange(50)],
  [
    'a far column with a namespace prefix',
    '<row r="3"><x:c xmlns:x="y" x:r="XFD3"><v>1</v></x:c></row>',
    outOfRange(50),
  ],
  [
    'a far column written with an entity',
    '<row r="3"><c r="&#90;ZZZZZZ3"><v>1</v></c></row>',
    unreadable,
  ],
  [
    'two references in one cell',
    '<row r="3"><c r="A3" x:r="ZZZZZZZ3"><v>1</v></c></row>',
    unreadable,
  ],
  ['a tag that never ends', `<row r="3"><c r="A3${' '.repeat(100_000)}`, unreadable],
])('refuses %s in milliseconds, before the parser runs', async (_, rows, expected) => {
  const from = performance.now()
  expect(await refusalOf(buildWorkbook(peopleSheetXml(rows)))).toEqual(expected)
  expect(performance.now() - from).toBeLessThan(1_000)
})

test('files that once crashed the server are refused', async () => {
  expect(
    await refusalInSandbox(
      buildWorkbook(peopleSheetXml('<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>')),
    ),
  ).toEqual(unreadable)
  expect(
    await refusalInSandbox(
      buildWorkbook(peopleSheetXml(`<row r="2"><c r="${'A'.repeat(10_000)}2"><v>1</v></c></row>`)),
    ),
  ).toEqual(unreadable)
  expect(
    await refusalInSandbox(
      buildWorkbook(peopleSheetXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    ),
  ).toEqual(outOfRange(50))
  expect((await readInSandbox(buildWorkbook(peopleSheetXml()))).cells).toEqual([
    '{"ada@example.test"}',
  ])
})

test('refuses archives that unpack to gigabytes despite small headers', async () => {
  const zeros = Buffer.alloc(300_000_000, 0x20)
  const before = process.memoryUsage().rss
  const packed = deflatedEntry('xl/worksheets/sheet1.xml', zeros)
  for (const size of [zeros.length, 1_000, 0xffffffff]) {
    expect(await refusalInSandbox(buildZip([{ ...packed, size }]))).toEqual(unreadable)
    expect(await refusalInSandbox(buildWorkbook({ ...packed, size }))).toEqual(unreadable)
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

test('refuses archives with broken structure', async () => {
  const whole = buildWorkbook(peopleSheetXml())
  const at = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole)
    change(bytes)
    return bytes
  }
  const end = whole.length - 22
  const central = whole.readUInt32LE(end + 16)
  const broken = [
    whole.subarray(0, whole.length / 2),
    at((bytes) => bytes.writeUInt32LE(0xfffffff0, end + 16)),
    at((bytes) => bytes.writeUInt16LE(65_535, end + 10)),
    at((bytes) => bytes.writeUInt32LE(0xfffffff0, central + 42)),
    at((bytes) => bytes.writeUInt16LE(99, central + 10)),
    at((bytes) => bytes.writeUInt32LE(3, central + 20)),
    buildZip(Array.from({ length: 2_001 }, (_, n) => deflatedEntry(`${n}.xml`, ''))),
    buildZip([deflatedEntry('xl/workbook.xml', ''), deflatedEntry('xl/workbook.xml', '')]),
    buildZip([]),
  ]
  for (const file of broken) expect(await refusalOf(file)).toEqual(unreadable)
})

test('refuses expanding XML entities and oversized workbook parts', async () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]>`
  expect(
    await refusalInSandbox(
      buildWorkbook(`${entities}${peopleSheetXml(`<row r="3">${textCellXml('A3', '&j;')}</row>`)}`),
    ),
  ).toEqual(unreadable)
  expect(
    await refusalInSandbox(
      buildWorkbook(peopleSheetXml(), {
        sharedStrings: `${entities}<sst><si><t>&j;</t></si></sst>`,
      }),
    ),
  ).toEqual(unreadable)
  expect(
    await refusalInSandbox(buildWorkbook(peopleSheetXml(), { styles: ' '.repeat(20_000_001) })),
  ).toEqual(unreadable)
  expect(
    await refusalInSandbox(
      buildWorkbook(peopleSheetXml(), { sharedStrings: `<sst>${'<si/>'.repeat(5_100_000)}</sst>` }),
    ),
  ).toEqual(unreadable)
  // A long text repeated in every cell compresses well.
  const repeated = Array.from(
    { length: 6_000 },
    (_, n) =>
      `<row r="${n + 1}">${Array.from({ length: 50 }, (_, c) => `<c r="${c < 26 ? '' : 'A'}${String.fromCharCode(65 + (c % 26))}${n + 1}" t="s"><v>0</v></c>`).join('')}</row>`,
  ).join('')
  expect(
    await refusalInSandbox(
      buildWorkbook(worksheetXml(repeated), {
        sharedStrings: `<sst><si><t>${'x'.repeat(300)}</t></si></sst>`,
      }),
    ),
  ).toEqual({ code: 'file_too_large', field: 'file' })
})

test('refuses CSV files with giant fields, columns and lines', async () => {
  for (const file of [
    `email,${'x'.repeat(20_000_000)}`,
    Buffer.alloc(20_000_000, '\n'),
    `email\n${'"'.repeat(5_000_000)}`,
    `email\n"${'x'.repeat(2_000_000)}`,
  ])
    expect(await refusalInSandbox(file)).toEqual(unreadable)
  expect(await refusalInSandbox(`email\n${','.repeat(900_000)}`)).toEqual(unreadable)
  expect(await refusalInSandbox(`email${',x'.repeat(400_000)}\na@example.test`)).toEqual(
    outOfRange(50),
  )
})

test.each([
  ['the first bytes of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x20, 0x20])],
  ['a GIF', Buffer.from('GIF89a,email')],
  ['a PDF', Buffer.from('%PDF-1.7\nx@example.test')],
  ['an old Excel file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['gzip', Buffer.from([0x1f, 0x8b, 0x08, 0x20])],
  ['text with a NUL character', Buffer.from('email,a\nx@example.test,a\u0000b')],
  ['control characters', Buffer.from('\u0001\u0002a@example.test')],
])('refuses %s as file_unreadable', async (_, file) => {
  expect(await refusalOf(file)).toEqual(unreadable)
})
