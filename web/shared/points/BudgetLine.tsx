import type { Money } from '#contract/schemas/common.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './budget-line.module.css'

/** People rarely give everything. The estimate assumes this part of the limit. */
const usualPercent = 60

/**
 * Shows the maximum number of points that the team can give per period, and their worth. `limit` is
 * points per person and null means unlimited; NaN (an unreadable number in its field) shows
 * nothing.
 */
export function BudgetLine({
  people,
  limit,
  period,
  hundredPoints,
}: {
  people: number
  limit: number | null
  period: LimitPeriod
  hundredPoints: Money | null
}) {
  const { t } = useTranslation('settings')
  if (Number.isNaN(limit)) return null
  if (limit === null) return <p className={css['budget']}>{t('budget.unlimited')}</p>
  const points = people * limit
  const currency = hundredPoints?.currency ?? 'USD'
  const minor = hundredPoints ? worthOfPoints(points, hundredPoints).minor : 0
  const per = t(`budget.per.${period}`)
  return (
    <p className={css['budget']} role="status">
      {t('budget.points', { count: people, points: formatNumber(points), per })}
      {minor > 0 ? (
        <>
          {' '}
          {t('budget.money', {
            money: formatMoney(minor, currency, true),
            usual: formatMoney(Math.floor((minor * usualPercent) / 100), currency, true),
            per,
          })}
        </>
      ) : null}
    </p>
  )
}
