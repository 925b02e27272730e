import { dayMs } from '#contract/durations.ts'
import { audienceInput } from '#contract/schemas/audiences.ts'
import { moveBudgetPoints } from '#server/ledger/budgets.ts'
import { replaceBudgetOwners } from '#server/modules/budget-owners/queries.ts'
import { insertBudget } from '#server/modules/budgets/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { findPeriod } from '#server/platform/periods.ts'
import { demoTimezone } from './demo-posts.ts'
import { demoBudgets } from './demo-texts.ts'

/** Days since the demo budgets exist. */
const budgetDays = 2

/** Creates budgets with the points of their current period, and points that were added later. Returns their ids. */
export async function insertDemoBudgets(
  trx: Trx,
  workspaceId: string,
  peopleIds: string[],
  at: Date,
): Promise<string[]> {
  const ids: string[] = []
  const start = new Date(at.getTime() - budgetDays * dayMs)
  for (const { name, period, points, owners, managersGive, added } of demoBudgets) {
    const id = newId(start)
    ids.push(id)
    const ownerIds = owners.flatMap((index) => peopleIds[index] ?? [])
    await insertBudget(trx, {
      workspace_id: workspaceId,
      id,
      name,
      period,
      points,
      givers: managersGive ? JSON.stringify(audienceInput.parse({ managers_only: true })) : null,
      recipients: JSON.stringify(audienceInput.parse({})),
      period_start: start,
      period_end: findPeriod(at, period, demoTimezone).end,
      created_at: start,
    })
    await replaceBudgetOwners(trx, workspaceId, id, ownerIds)
    const fund = (amount: number, reason: string, when: Date) =>
      moveBudgetPoints(trx, 'budget_funded', {
        workspaceId,
        fromBudgetId: null,
        toBudgetId: id,
        points: amount,
        reason,
        actorId: peopleIds[0] ?? null,
        at: when,
      })
    await fund(points, '', start)
    if (added) await fund(added.points, added.reason, new Date(at.getTime() - dayMs))
  }
  return ids
}
