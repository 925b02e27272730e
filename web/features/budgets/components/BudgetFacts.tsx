import { Link } from '@tanstack/react-router'
import type { Budget } from '#contract/schemas/budgets.ts'
import { useBudgetEnd } from '#web/shared/budgets/use-budget-end.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './budgets.module.css'

/** When a budget ends or was closed, its points of each period, and its owners. */
export function BudgetFacts({ budget }: { budget: Budget }) {
  const { t } = useTranslation('organization')
  const {
    settings: { timezone },
  } = useConfig()
  const nameOf = usePersonName()
  const endOf = useBudgetEnd()
  const { closed_at: closedAt, owners, period, points } = budget
  const facts = closedAt
    ? [t('budgets.closed_on', { date: formatDate(closedAt, timezone) })]
    : [
        endOf(budget),
        period === 'once'
          ? null
          : t(`budgets.each.${period}`, { count: points, n: formatNumber(points) }),
      ].filter((fact) => fact !== null)
  return (
    <p className={css['facts']}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span>
        {t('budgets.field.owners')}:{' '}
        {owners.map((owner, index) => (
          <span key={owner.id}>
            {index ? ', ' : ''}
            <Link to="/profile/$id" params={{ id: owner.id }}>
              {nameOf(owner)}
            </Link>
          </span>
        ))}
      </span>
    </p>
  )
}
