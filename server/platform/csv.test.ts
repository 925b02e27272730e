import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvLine, defuseFormula, restoreFormula } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+1+1', "'+1+1"],
  ['-cmd', "'-cmd"],
  ['＝1', "'＝1"],
  [' =1', " '=1"],
  ['\u0001=1', "\u0001'=1"],
  ['\u200b=1', "\u200b'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; =1+1', "x; '=1+1"],
  ['x\t=1+1', "x\t'=1+1"],
  ['x|=1+1', "x|'=1+1"],
  ['x\n=1+1', "x\n'=1+1"],
  ['x;;=1;=2', "x;;'=1;'=2"],
  ['x;-(cmd)', "x;'-(cmd)"],
  [`+${'1'.repeat(300)}*cmd`, `'+${'1'.repeat(300)}*cmd`],
  ["'=1", "''=1"],
])('defuses %j as %j', (text, written) => {
  expect(defuseFormula(text)).toBe(written)
})

test.each([
  '+34600000000',
  '+34 600 000 000',
  '-5',
  '+1.5',
  '-1,25',
  'x;+3',
  'plain',
  'a=b',
  'a@b.example',
  'well done ;-)',
  "it's",
  '',
  '2026-06-15',
  '5 - 3',
])('leaves %j unchanged', (text) => {
  expect(defuseFormula(text)).toBe(text)
})

test('restores every text from a written file', () => {
  const pieces = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    "'",
    ';',
    '\t',
    '\n',
    '\r',
    '|',
    ' ',
    ')',
    '(',
    '1',
    '0',
    '.',
    ',',
    '"',
    'x',
    'ж',
    '\u200b',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: pieces, maxLength: 30 }),
        fc.string({ unit: 'binary', maxLength: 30 }),
      ),
      (text) => {
        const [[written = ''] = []] = parse(formatCsvLine([text, 'end'])) as string[][]
        expect(restoreFormula(written)).toBe(text)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('formats a long text with many separators within milliseconds', () => {
  const from = performance.now()
  for (const text of [
    ';'.repeat(100_000),
    '\t '.repeat(100_000),
    `;${' '.repeat(100_000)}`,
    ";'".repeat(100_000),
    ';+1 '.repeat(50_000),
    `+${'1 '.repeat(100_000)}x`,
  ])
    restoreFormula(defuseFormula(text))
  expect(performance.now() - from).toBeLessThan(5_000)
})
