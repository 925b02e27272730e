import { useQuery } from '@tanstack/react-query'
import type { Money } from '#contract/schemas/common.ts'
import { yearlyBudgetQuery } from '#web/shared/points/yearly-budget.ts'
import { YearlyBudgetDialog } from '#web/shared/points/YearlyBudgetDialog.tsx'

/** The dialog of the yearly budget with what a plan expects, once the budget of today is known. */
export function PlanBudgetDialog({ amount, onClose }: { amount: Money; onClose: () => void }) {
  const { data: budget = null, isPending } = useQuery(yearlyBudgetQuery)
  return isPending ? null : <YearlyBudgetDialog budget={budget} amount={amount} onClose={onClose} />
}
