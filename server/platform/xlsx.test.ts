import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import readXlsx, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { TableRow } from './table-rows.ts'
import { streamXlsx } from './xlsx.ts'

async function* toPages(...pages: TableRow[][]): AsyncGenerator<TableRow[]> {
  yield* pages
}
const write = (pages: AsyncIterable<TableRow[]>, rowsMax?: number) =>
  buffer(Readable.from(streamXlsx(pages, rowsMax)))

test('writes numbers as numbers, days as dates and texts as texts', async () => {
  const day = Temporal.PlainDate.from('2026-06-10')
  const time = new Date('2026-06-10T12:30:00Z')
  const file = await write(
    toPages(
      [['Day', 'Points', 'Share', 'Public', 'Name', 'Time']],
      [[day, 5, 12.5, true, 'Ada', time]],
    ),
  )
  expect(await readSheet(file)).toEqual([
    ['Day', 'Points', 'Share', 'Public', 'Name', 'Time'],
    [new Date('2026-06-10T00:00:00Z'), 5, 12.5, true, 'Ada', time],
  ])
})

test('a text that begins like a formula or a number stays the same text', async () => {
  const texts = [
    '=1+1',
    '+34600000000',
    '@SUM(A1)',
    '-cmd',
    '007',
    '<b>&"x"</b>',
    ' space ',
    'a\nb',
  ]
  const file = await write(toPages([['Text'], ...texts.map((text) => [text])]))
  expect((await readSheet(file, { trim: false })).slice(1)).toEqual(texts.map((text) => [text]))
})

test('restores every text that a cell can hold', async () => {
  const pieces = fc.constantFrom(
    '<',
    '&',
    '"',
    ']]>',
    '_x0041_',
    '_x005F_',
    '=',
    ' ',
    '\n',
    'ж',
    '🎉',
  )
  const texts = fc.array(fc.string({ unit: fc.oneof(pieces, fc.string()), maxLength: 20 }), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(texts, async (list) => {
      const file = await write(
        toPages(
          [['Text', 'Row']],
          list.map((text, row) => [text, row]),
        ),
      )
      const [, ...rows] = await readSheet(file, { trim: false })
      expect(rows.map(([text]) => text)).toEqual(list.map((text) => text || null))
    }),
    { numRuns: 50 },
  )
})

test('leaves out control characters and cuts texts that no cell can hold', async () => {
  const file = await write(
    toPages([['Text']], [['a\u0000b\u0008c'], ['\ud800'], ['x'.repeat(40_000)]]),
  )
  const [clean, lone, long] = (await readSheet(file)).flat().slice(1)
  expect([clean, lone]).toEqual(['abc', '\ufffd'])
  expect(long).toHaveLength(32_767)
})

test('writes a day before March 1900 as a text', async () => {
  const file = await write(toPages([['Day']], [[Temporal.PlainDate.from('1899-12-31')]]))
  expect(await readSheet(file)).toEqual([['Day'], ['1899-12-31']])
})

test('continues a long table on further sheets with the same header', async () => {
  const rows = [1, 2, 3, 4, 5].map((number) => [number])
  const sheets = await readXlsx(
    await write(toPages([['N'], ...rows.slice(0, 4)], rows.slice(4)), 3),
  )
  expect(sheets.map(({ data }) => data)).toEqual([
    [['N'], [1], [2]],
    [['N'], [3], [4]],
    [['N'], [5]],
  ])
})

test('writes a table without rows as a sheet with its header', async () => {
  expect(await readSheet(await write(toPages([['Name', 'Points']])))).toEqual([['Name', 'Points']])
})

test('a failure of the table fails the file', async () => {
  const failing = async function* (): AsyncGenerator<TableRow[]> {
    yield [['N'], [1]]
    throw new Error('database gone')
  }
  await expect(write(failing())).rejects.toThrow('database gone')
})

test('reads the table no faster than the file is read', async () => {
  let pages = 0
  let isClosed = false
  const endless = async function* (): AsyncGenerator<TableRow[]> {
    try {
      for (;;) {
        pages += 1
        yield Array.from({ length: 1_000 }, () => [`${Math.random()}`])
      }
    } finally {
      isClosed = true
    }
  }
  const file = streamXlsx(endless())
  for (let chunk = 0; chunk < 5; chunk += 1) await file.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(pages).toBeLessThan(40)
  await file.return(undefined)
  expect(isClosed).toBe(true)
})
