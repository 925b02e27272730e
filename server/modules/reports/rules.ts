import type { LimitPeriod } from '#contract/settings.ts'
import { dayOf, periodOf } from '#server/platform/periods.ts'

/**
 * Shares in whole per cent that total 100: each gets its floor, the largest remainders one more
 * (specification, section 5: value shares are adjusted so they total 100).
 */
export function shares(scores: readonly number[], total = scores.reduce((sum, score) => sum + score, 0)): number[] {
  if (total <= 0) return scores.map(() => 0)
  const exact = scores.map((score) => (score * 100) / total)
  const whole = exact.map(Math.floor)
  const missing = Math.round(exact.reduce((sum, share) => sum + share, 0)) - whole.reduce((sum, share) => sum + share, 0)
  const order = exact.map((share, index) => ({ index, rest: share - Math.floor(share) })).sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of order.slice(0, Math.max(missing, 0))) whole[index] = (whole[index] ?? 0) + 1
  return whole
}

/** The days a report covers, both included, in the workspace's calendar. */
export function reportDays(
  query: { period?: LimitPeriod | 'year' | 'all' | undefined; from?: string | undefined; to?: string | undefined }, fallback: LimitPeriod, timezone: string, at: Date,
): { from: string; to: string } {
  const to = query.to ?? dayOf(at, timezone)
  if (query.from) return { from: query.from, to }
  const period = query.period ?? fallback
  if (period === 'all') return { from: '1970-01-01', to }
  if (period === 'year') return { from: `${dayOf(at, timezone).slice(0, 4)}-01-01`, to }
  return { from: periodOf(at, period, timezone).first, to }
}
