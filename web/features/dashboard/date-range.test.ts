import { expect, test } from 'vitest'
import {
  parseActiveUsersRange,
  previousRange,
  calculateChange,
  clampToOrgChartRange,
  rangeProblem,
  parseRange,
  rangeToSearch,
} from './date-range.ts'

const today = '2026-11-21'

test('parseRange defaults to the last 30 days', () => {
  expect(parseRange({}, today)).toEqual({ name: '30d', from: '2026-10-23', to: today })
  expect(parseRange({ range: 'nonsense' }, today).name).toBe('30d')
  expect(parseRange({ range: '7d' }, today).from).toBe('2026-11-15')
  expect(parseRange({ range: 'month' }, today).from).toBe('2026-11-01')
  expect(parseRange({ range: 'quarter' }, today).from).toBe('2026-10-01')
  expect(parseRange({ range: 'quarter' }, '2026-03-31').from).toBe('2026-01-01')
  expect(parseRange({ range: 'year' }, today).from).toBe('2026-01-01')
  expect(parseRange({ range: 'own', from: '2026-02-01', to: '2026-02-28' }, today)).toEqual({
    name: 'own',
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(parseRange({ range: 'own', from: '2026-02-30', to: '2026-03-01' }, today)).toEqual({
    name: 'own',
    from: '2026-10-23',
    to: today,
  })
})

test('rangeToSearch keeps the name and custom dates of a range', () => {
  expect(rangeToSearch(parseRange({ range: '30d' }, today))).toEqual({ range: '30d' })
  expect(rangeToSearch(parseRange({ range: '7d' }, today))).toEqual({ range: '7d' })
  expect(rangeToSearch({ name: 'own', from: '2026-02-01', to: today })).toEqual({
    range: 'own',
    from: '2026-02-01',
    to: today,
  })
})

test('parseActiveUsersRange defaults to the calendar month', () => {
  expect(parseActiveUsersRange({}, today)).toEqual({ name: 'month', from: '2026-11-01', to: today })
  expect(parseActiveUsersRange({ range: 'nonsense' }, today).name).toBe('month')
  expect(parseActiveUsersRange({ range: '30d' }, today)).toEqual({
    name: '30d',
    from: '2026-10-23',
    to: today,
  })
  expect(
    parseActiveUsersRange({ range: 'own', from: '2026-02-01', to: '2026-02-28' }, today),
  ).toEqual({
    name: 'own',
    from: '2026-02-01',
    to: '2026-02-28',
  })
})

test('rangeProblem rejects invalid, reversed and overlong custom ranges', () => {
  expect(rangeProblem('', today, today)).toBe('dates')
  expect(rangeProblem('2026-11-31', today, today)).toBe('dates')
  expect(rangeProblem(today, '2026-11-20', today)).toBe('order')
  expect(rangeProblem(today, '2026-11-22', today)).toBe('order')
  expect(rangeProblem('2025-11-21', today, today)).toBeUndefined()
  // Reports have at most 366 days, both ends included.
  expect(rangeProblem('2025-11-20', today, today)).toBe('long')
})

test('previousRange returns the same number of days across months', () => {
  expect(previousRange({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  })
})

test('clampToOrgChartRange limits a range to its last 92 days', () => {
  expect(clampToOrgChartRange({ name: 'year', from: '2026-01-01', to: today }).from).toBe(
    '2026-08-22',
  )
  expect(clampToOrgChartRange({ name: 'own', from: '2026-08-22', to: today }).from).toBe(
    '2026-08-22',
  )
  expect(clampToOrgChartRange({ name: '7d', from: '2026-11-15', to: today }).from).toBe(
    '2026-11-15',
  )
})

test('calculateChange returns percent, and a difference for shares', () => {
  expect(calculateChange(5, 5, false)).toEqual({ kind: 'same' })
  expect(calculateChange(5, 0, false)).toEqual({ kind: 'new' })
  expect(calculateChange(0, 0, false)).toEqual({ kind: 'same' })
  expect(calculateChange(15, 10, false)).toEqual({ kind: 'up', by: 50 })
  expect(calculateChange(0, 10, false)).toEqual({ kind: 'down', by: 100 })
  expect(calculateChange(1001, 1000, false)).toEqual({ kind: 'same' })
  expect(calculateChange(60, 0, true)).toEqual({ kind: 'up', by: 60 })
})
