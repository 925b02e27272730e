import { expect, test } from 'vitest'
import { findFirstExpiry, findYoungDay, listDueSteps } from './month-ends.ts'

test('the first expiry leaves 90 days for the warnings', () => {
  expect(findFirstExpiry('2026-01-01')).toBe('2026-04-30')
  expect(findFirstExpiry('2026-10-02')).toBe('2026-12-31')
  expect(findFirstExpiry('2026-10-03')).toBe('2027-01-31')
})

test.each([
  ['2027-01-31', 12, '2026-02-01'],
  ['2027-02-28', 12, '2026-03-01'],
  ['2028-02-29', 12, '2027-03-01'],
  ['2028-03-31', 13, '2027-03-01'],
])('at the end of %s points of %i months expire before %s', (monthEnd, months, day) => {
  expect(findYoungDay(monthEnd, months)).toBe(day)
})

test.each([
  ['2026-01-01', []],
  ['2026-01-30', [['2026-04-30', 90]]],
  [
    '2026-03-01',
    [
      ['2026-04-30', 90],
      ['2026-05-31', 90],
    ].slice(0, 1),
  ],
  [
    '2026-03-31',
    [
      ['2026-04-30', 30],
      ['2026-05-31', 90],
    ],
  ],
  [
    '2026-04-30',
    [
      ['2026-04-30', 7],
      ['2026-05-31', 90],
      ['2026-06-30', 90],
    ],
  ],
  [
    '2026-05-01',
    [
      ['2026-04-30', 0],
      ['2026-05-31', 30],
      ['2026-06-30', 90],
    ],
  ],
])('on %s the steps %j are due', (today, steps) => {
  expect(listDueSteps(today, '2026-04-30').map((one) => [one.monthEnd, one.step])).toEqual(steps)
})

test('the warning of the same day is due once for each end', () => {
  expect(listDueSteps('2026-04-23', '2026-04-30')[0]).toEqual({ monthEnd: '2026-04-30', step: 7 })
})
