import { expect, test } from 'vitest'
import { parseMoment } from './parse-moment.ts'

const read = (cell: string, order: 'dmy' | 'mdy' = 'mdy') => {
  const moment = parseMoment(cell, order)
  return moment && [moment.at.toISOString(), moment.day]
}

test.each([
  ['2024-03-05', '2024-03-05T12:00:00.000Z', '2024-03-05'],
  ['2024-03-05 10:11:12', '2024-03-05T10:11:12.000Z', '2024-03-05'],
  ['2024-03-05T10:11:12.345Z', '2024-03-05T10:11:12.000Z', null],
  ['2024-03-05 10:11:12 UTC', '2024-03-05T10:11:12.000Z', null],
  ['2024-03-05 23:30:00 -0800', '2024-03-06T07:30:00.000Z', null],
  ['3/5/2024 1:05 PM', '2024-03-05T13:05:00.000Z', '2024-03-05'],
  ['3/5/24, 12:05 am', '2024-03-05T00:05:00.000Z', '2024-03-05'],
  ['05.03.2024', '2024-03-05T12:00:00.000Z', '2024-03-05'],
  ['Mar 5, 2024', '2024-03-05T12:00:00.000Z', '2024-03-05'],
  ['March 5th, 2024 at 9:30 AM', '2024-03-05T09:30:00.000Z', '2024-03-05'],
  ['Tue, 5 March 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z', null],
])('reads %s', (cell, at, day) => {
  expect(read(cell)).toEqual([at, day])
})

test('reads the day first when the file is in that order', () => {
  expect(read('3/5/2024', 'dmy')?.[1]).toBe('2024-05-03')
})

test.each([
  '',
  'yesterday',
  '2024-02-30',
  '13/13/2024',
  '2024-03-05 25:00',
  '13:00 PM',
  '1969-12-31',
])('refuses %j', (cell) => {
  expect(read(cell)).toBeUndefined()
})
