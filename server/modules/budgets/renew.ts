import { moveBudgetPoints, renewBudget } from '#server/ledger/budgets.ts'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { listBudgetOwners } from '#server/modules/budget-owners/queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { addBudgetToInboxes } from '#server/modules/inbox-items/notice-queries.ts'
import type { Services } from '#server/platform/services.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { findPeriod } from '#server/platform/periods.ts'
import { type BudgetRow, listBudgetRows, listBudgetsEndingBy } from './queries.ts'

/** Ends each period of a budget that is over, one after another, and tells its owners. */
async function renewEndedBudget(
  trx: Trx,
  workspaceId: string,
  { id, period, period_end: firstEnd, timezone }: BudgetRow & { timezone: string },
  at: Date,
): Promise<string[]> {
  const changed: string[] = []
  let end = firstEnd
  while (end !== null && end <= at) {
    const nextEnd: Date | null = period === 'once' ? null : findPeriod(end, period, timezone).end
    const expired = await renewBudget(trx, { workspaceId, budgetId: id, end, nextEnd })
    if (expired === undefined) break
    if (expired > 0)
      changed.push(
        ...(await addBudgetToInboxes(trx, workspaceId, 'budget_ended', {
          budgetId: id,
          ownerIds: await listOwnerIds(trx, workspaceId, id),
          points: expired,
          periodEnd: end,
          at,
        })),
      )
    end = nextEnd
  }
  return changed
}

const listOwnerIds = async (trx: Trx, workspaceId: string, id: string) =>
  (await listBudgetOwners(trx, workspaceId, [id])).map((owner) => owner.user_id)

/**
 * Ends the periods of a workspace's budgets that are over. Returns the ids of the users whose inbox
 * changed.
 */
export async function renewEndedBudgets(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<string[]> {
  const changed: string[] = []
  for (const budget of await listBudgetsEndingBy(trx, workspaceId, at))
    changed.push(...(await renewEndedBudget(trx, workspaceId, budget, at)))
  return changed
}

/**
 * Adds an item to the inboxes of the owners of budgets with points left whose period ends within
 * the next days, once for each period. Returns the ids of the users whose inbox changed.
 */
export async function announceEndingBudgets(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<string[]> {
  const until = new Date(at.getTime() + limits.inbox_budget_days * dayMs)
  const changed: string[] = []
  for (const budget of await listBudgetsEndingBy(trx, workspaceId, until))
    if (budget.balance > 0)
      changed.push(
        ...(await addBudgetToInboxes(trx, workspaceId, 'budget_ending', {
          budgetId: budget.id,
          ownerIds: await listOwnerIds(trx, workspaceId, budget.id),
          periodEnd: budget.period_end,
          at,
        })),
      )
  return changed
}

/**
 * Runs `load` in a read snapshot in which no budget has an ended period. A period ends with the
 * first request after it or the nightly run, so that budgets need no timer.
 */
export async function readRenewedBudgets<T>(
  { db, events }: Pick<Services, 'db' | 'events'>,
  workspaceId: string,
  at: Date,
  load: (trx: Trx) => Promise<T>,
): Promise<T> {
  const ended = await db.readSnapshot(workspaceId, (trx) =>
    listBudgetsEndingBy(trx, workspaceId, at),
  )
  if (ended.length)
    publishInboxChanged(
      { events },
      workspaceId,
      await db.tenant(workspaceId, (trx) => renewEndedBudgets(trx, workspaceId, at)),
    )
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
