import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/** A movement of a budget; a budget of null stands for the issued points of the workspace. */
type BudgetMovement = {
  workspaceId: string
  fromBudgetId: string | null
  toBudgetId: string | null
  /** Whole points, at least 1. */
  points: number
  reason: string
  actorId: string | null
  at: Date
}

/**
 * Moves points between budgets, or between a budget and the issued points. Throws budget_overdrawn
 * when the first budget has less.
 */
export async function moveBudgetPoints(
  trx: Trx,
  type: 'budget_funded' | 'budget_returned' | 'budget_moved',
  { workspaceId, fromBudgetId, toBudgetId, points, reason, actorId, at }: BudgetMovement,
): Promise<void> {
  const id = newId(at)
  await sql`select budget_move(${workspaceId}, ${id}, ${type}, ${id}, ${actorId}, ${at}, ${reason},
    ${fromBudgetId}, ${toBudgetId}, ${points})`.execute(trx)
}

/**
 * Ends the period of a budget that ends at `end`: the rest expires, except for what it carries over,
 * and the points of the period until `nextEnd` are added. Null closes the budget. Returns the
 * expired points; undefined if another transaction has ended the period.
 */
export async function renewBudget(
  trx: Trx,
  {
    workspaceId,
    budgetId,
    end,
    nextEnd,
  }: { workspaceId: string; budgetId: string; end: Date; nextEnd: Date | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ expired: number | null }>`
    select budget_renew(${workspaceId}, ${budgetId}, ${end}, ${nextEnd}, ${newId(end)},
      ${newId(end)}) as expired`.execute(trx)
  return rows[0]?.expired ?? undefined
}

/**
 * Keeps the local end of the periods of open budgets in a new time zone of the workspace. A period
 * that is over there ends at `at`.
 */
export async function moveBudgetEnds(
  trx: Trx,
  workspaceId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await sql`select budgets_move_ends(${workspaceId}, ${from}, ${to}, ${at})`.execute(trx)
}
