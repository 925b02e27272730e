import { moveBudgetPoints, renewBudget } from '#server/ledger/budgets.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { findPeriod } from '#server/platform/periods.ts'
import { type BudgetRow, listBudgetRows, listEndedBudgets } from './queries.ts'

/** Ends each period of a budget that is over, one after another. */
async function renewEndedBudget(
  trx: Trx,
  workspaceId: string,
  { id, period, period_end: firstEnd, timezone }: BudgetRow & { timezone: string },
  at: Date,
): Promise<void> {
  let end = firstEnd
  while (end !== null && end <= at) {
    const nextEnd: Date | null = period === 'once' ? null : findPeriod(end, period, timezone).end
    const expired = await renewBudget(trx, { workspaceId, budgetId: id, end, nextEnd })
    if (expired === undefined) return
    end = nextEnd
  }
}

/** Ends the periods of a workspace's budgets that are over. Returns whether there were any. */
export async function renewEndedBudgets(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const ended = await listEndedBudgets(trx, workspaceId, at)
  for (const budget of ended) await renewEndedBudget(trx, workspaceId, budget, at)
  return ended.length > 0
}

/**
 * Runs `load` in a read snapshot in which no budget has an ended period. A period ends with the
 * first request after it or the nightly run, so that budgets need no timer.
 */
export async function readRenewedBudgets<T>(
  db: Database,
  workspaceId: string,
  at: Date,
  load: (trx: Trx) => Promise<T>,
): Promise<T> {
  const ended = await db.readSnapshot(workspaceId, (trx) => listEndedBudgets(trx, workspaceId, at))
  if (ended.length) await db.tenant(workspaceId, (trx) => renewEndedBudgets(trx, workspaceId, at))
  return db.readSnapshot(workspaceId, load)
}

/** Fills the open budgets of a workspace after a reset has emptied all. */
export async function fillBudgets(
  trx: Trx,
  workspaceId: string,
  { actorId, at, max }: { actorId: string; at: Date; max: number },
): Promise<void> {
  const rows = await listBudgetRows(trx, workspaceId, { ownerId: null, max })
  for (const { id, points, closed_at: closedAt } of rows)
    if (closedAt === null)
      await moveBudgetPoints(trx, 'budget_funded', {
        workspaceId,
        fromBudgetId: null,
        toBudgetId: id,
        points,
        reason: '',
        actorId,
        at,
      })
}
