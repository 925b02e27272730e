import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BudgetMeter } from './BudgetMeter.tsx'
import css from './budget.module.css'
import { budgetsQuery } from './budgets.api.ts'
import { useBudgetEnd } from './use-budget-end.ts'

/** The open budgets that the reader owns, with links to their pages; nothing without one. */
export function OwnBudgets() {
  const { t } = useTranslation('organization')
  const { user, has_budgets: hasBudgets } = useConfig()
  const { data = [] } = useQuery({ ...budgetsQuery, enabled: hasBudgets })
  const endOf = useBudgetEnd()
  // Administrators see the budgets of everyone.
  const owned = data.filter(
    ({ closed_at: closedAt, owners }) =>
      closedAt === null && owners.some((owner) => owner.id === user.id),
  )
  if (!owned.length) return null
  return (
    <Card>
      <h2 className={css['title']}>{t('budgets.yours')}</h2>
      <ul className={css['list']}>
        {owned.map((budget) => (
          <li key={budget.id}>
            <p className={css['head']}>
              <Link to="/budgets/$id" params={{ id: budget.id }}>
                {budget.name}
              </Link>
              <small>{endOf(budget)}</small>
            </p>
            <BudgetMeter budget={budget} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
