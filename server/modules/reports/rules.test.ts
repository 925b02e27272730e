import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportDays, shares } from './rules.ts'

test('shares total 100 whatever the scores, and nobody is off by a whole per cent', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 }), (scores) => {
    const split = shares(scores)
    const total = scores.reduce((sum, score) => sum + score, 0)
    expect(split.reduce((sum, share) => sum + share, 0)).toBe(100)
    split.forEach((share, index) => expect(Math.abs(share - ((scores[index] ?? 0) * 100) / total)).toBeLessThan(1))
  }))
})
test('no scores, no shares', () => {
  expect(shares([0, 0])).toEqual([0, 0])
  expect(shares([1, 1, 1])).toEqual([34, 33, 33])
})
test('a report covers the period so far, or the days asked for', () => {
  const at = new Date('2026-06-15T12:00:00Z')
  expect(reportDays({}, 'month', 'UTC', at)).toEqual({ from: '2026-06-01', to: '2026-06-15' })
  expect(reportDays({ period: 'year' }, 'month', 'UTC', at)).toEqual({ from: '2026-01-01', to: '2026-06-15' })
  expect(reportDays({ from: '2026-02-03', to: '2026-02-04' }, 'month', 'UTC', at)).toEqual({ from: '2026-02-03', to: '2026-02-04' })
})
