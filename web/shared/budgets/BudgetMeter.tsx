import type { Budget } from '#contract/schemas/budgets.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './budget.module.css'

/** The points that are left of those of the period, as text and as a bar. */
export function BudgetMeter({ budget: { left, funded } }: { budget: Budget }) {
  const { t } = useTranslation('organization')
  const share = funded > 0 ? Math.min(left / funded, 1) : 0
  return (
    <div className={css['meter']}>
      <span>{t('budgets.left', { left: formatNumber(left), funded: formatNumber(funded) })}</span>
      <span className={css['track']} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
}
