import type { Bonus } from '#contract/schemas/bonuses.ts'
import { currentLanguageTag } from '#web/lib/i18n.ts'
import type { Translate } from '#web/lib/translate.ts'

/** Returns the days of a bonus: 'Jan 1 – Mar 31, 2026'. */
export const describePeriod = ({ starts_on: from, ends_on: to }: Bonus): string =>
  new Intl.DateTimeFormat(currentLanguageTag(), { dateStyle: 'medium', timeZone: 'UTC' })
    .formatRange(new Date(from), new Date(to))
    .replace(/\s[гр]\.$/, '')

/** Returns the points of a bonus, in total or for each person. */
export const describePoints = (t: Translate, { method, points }: Bonus): string =>
  t(method === 'fixed' ? 'bonuses.each' : 'bonuses.total', {
    points: t('common:points', { count: points }),
  })

/** The totals of a preview. */
export type BonusTotals = {
  people: number
  points: number
  budget_left: number | null
  hash: string | null
}

/** Returns how many people get or got how many points. */
export const describeSum = (
  t: Translate,
  { status }: Pick<Bonus, 'status'>,
  { people, points }: Pick<BonusTotals, 'people' | 'points'>,
): string =>
  t(status === 'paid' ? 'bonuses.sum_paid' : 'bonuses.sum', {
    count: people,
    points: t('common:points', { count: points }),
  })

/** Returns whether the budget of an unpaid bonus has fewer points than it needs. */
export const isBudgetShort = ({ points, budget_left: left }: BonusTotals): boolean =>
  left !== null && left < points

/** Returns what pays for a bonus, and what an unpaid one leaves. */
export function describeSource(t: Translate, { budget }: Bonus, totals: BonusTotals): string {
  if (!budget) return t('bonuses.from_issued')
  const { name } = budget
  const { points, budget_left: left } = totals
  if (left === null) return t('bonuses.from_budget', { name })
  return isBudgetShort(totals)
    ? t('bonuses.short', { name, points: t('common:points', { count: left }) })
    : t('bonuses.from_budget_left', {
        name,
        points: t('common:points', { count: left - points }),
      })
}
