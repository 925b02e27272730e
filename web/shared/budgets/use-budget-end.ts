import type { Budget } from '#contract/schemas/budgets.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDeadline } from '#web/lib/format.ts'
import { findLastDay } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a function for the last day of a budget's period: "until Dec 31"; null without an end. */
export function useBudgetEnd(): (budget: Pick<Budget, 'period_end'>) => string | null {
  const { t } = useTranslation('organization')
  const {
    settings: { timezone },
  } = useConfig()
  return ({ period_end: end }) => {
    if (end === null) return null
    return t('budgets.until', { date: formatDeadline(findLastDay(end, timezone)) })
  }
}
