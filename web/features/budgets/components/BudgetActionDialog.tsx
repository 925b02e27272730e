import type { Budget } from '#contract/schemas/budgets.ts'
import { BudgetDialog } from './BudgetDialog.tsx'
import { CloseBudgetDialog } from './CloseBudgetDialog.tsx'
import { FundBudgetDialog } from './FundBudgetDialog.tsx'
import { MovePointsDialog } from './MovePointsDialog.tsx'

export type BudgetAction = 'edit' | 'fund' | 'move' | 'close'

/** Returns the open budgets that points of a budget may move to. */
export const listMoveTargets = (budgets: Budget[], from: Budget): Budget[] =>
  budgets.filter(({ id, closed_at: closedAt }) => closedAt === null && id !== from.id)

/** The dialog of an action on a budget. `budgets`: all that the reader sees. */
export function BudgetActionDialog({
  action,
  budget,
  budgets,
  onClose,
}: {
  action: BudgetAction
  budget: Budget
  budgets: Budget[]
  onClose: () => void
}) {
  const props = { budget, onClose }
  if (action === 'edit') return <BudgetDialog {...props} />
  if (action === 'fund') return <FundBudgetDialog {...props} />
  if (action === 'close') return <CloseBudgetDialog {...props} />
  return <MovePointsDialog {...props} targets={listMoveTargets(budgets, budget)} />
}
