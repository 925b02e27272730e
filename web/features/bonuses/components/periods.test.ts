import { expect, test } from 'vitest'
import { findPeriod } from './periods.ts'

test('the last full month, quarter and year end before the current one', () => {
  expect(findPeriod('month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(findPeriod('quarter', '2026-08-15')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(findPeriod('quarter', '2026-01-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
  expect(findPeriod('year', '2026-08-15')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
})
