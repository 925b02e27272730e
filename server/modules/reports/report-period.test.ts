import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  resolveLeaderboardDays,
  precedingDays,
  countDays,
  listDays,
  resolveReportDays,
  percentShares,
} from './report-period.ts'

test('returns shares that total 100 and differ by less than one percent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 }),
      (scores) => {
        const split = percentShares(scores)
        const total = scores.reduce((sum, score) => sum + score, 0)
        expect(split.reduce((sum, share) => sum + share, 0)).toBe(100)
        split.forEach((share, index) =>
          expect(Math.abs(share - ((scores[index] ?? 0) * 100) / total)).toBeLessThan(1),
        )
      },
    ),
  )
})
test('returns zero shares without scores', () => {
  expect(percentShares([0, 0])).toEqual([0, 0])
  expect(percentShares([1, 1, 1])).toEqual([34, 33, 33])
})
const at = new Date('2026-06-15T12:00:00Z')
const days = (from: string, to: string) => ({ from, to, all: false })
test('covers the period up to today or the requested days', () => {
  expect(resolveReportDays({}, 'month', 'UTC', at)).toEqual(days('2026-06-01', '2026-06-15'))
  expect(resolveReportDays({}, 'recent', 'UTC', at)).toEqual(days('2026-05-17', '2026-06-15'))
  expect(countDays(resolveReportDays({}, 'latest', 'UTC', at))).toBe(365)
  expect(resolveReportDays({ period: 'year' }, 'month', 'UTC', at)).toEqual(
    days('2026-01-01', '2026-06-15'),
  )
  expect(resolveReportDays({ period: 'week' }, 'month', 'UTC', at)).toEqual(
    days('2026-06-15', '2026-06-15'),
  )
  expect(resolveReportDays({ period: 'quarter', to: '2026-03-03' }, 'month', 'UTC', at)).toEqual(
    days('2026-01-01', '2026-03-03'),
  )
  expect(resolveReportDays({ from: '2026-02-03', to: '2026-02-04' }, 'month', 'UTC', at)).toEqual(
    days('2026-02-03', '2026-02-04'),
  )
  expect(resolveReportDays({}, 'day', 'Pacific/Kiritimati', at)).toEqual(
    days('2026-06-16', '2026-06-16'),
  )
  expect(resolveLeaderboardDays({ period: 'all' }, 'month', 'UTC', at).all).toBe(true)
})
test('refuses reversed, too long and too distant ranges', () => {
  for (const query of [
    { from: '2026-02-03', to: '2026-02-02' },
    { from: '2025-01-01', to: '2026-01-02' },
    { period: 'all' },
    { from: '2027-01-01' },
    { from: '0001-01-01', to: '0001-01-09' },
    { period: 'week', to: '1970-01-03' },
    { from: '9999-12-01', to: '9999-12-31' },
  ] as const) {
    expect(() => resolveReportDays(query, 'month', 'UTC', at)).toThrow('out_of_range')
  }
  expect(
    countDays(resolveReportDays({ from: '2024-01-01', to: '2024-12-31' }, 'month', 'UTC', at)),
  ).toBe(366)
  expect(() =>
    resolveReportDays({ from: '2026-01-01', to: '2026-04-03' }, 'month', 'UTC', at, 92),
  ).toThrow('out_of_range')
  expect(
    countDays(resolveReportDays({ from: '2026-01-01', to: '2026-04-02' }, 'month', 'UTC', at, 92)),
  ).toBe(92)
})
test('returns an equal preceding range and lists every day once', () => {
  expect(precedingDays(days('2026-03-01', '2026-03-31'))).toEqual(days('2026-01-29', '2026-02-28'))
  expect(listDays(days('2026-02-27', '2026-03-01'))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
})
