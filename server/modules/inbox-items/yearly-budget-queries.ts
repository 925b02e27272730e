import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

/**
 * Adds an item about a used part of the yearly budget for the billing administrators. Returns the
 * ids of the users whose inbox changed.
 */
export async function addBudgetWarningToInboxes(
  trx: Trx,
  workspaceId: string,
  percent: number,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.user_id as id from permissions p
    where p.workspace_id = ${workspaceId} and p.billing_administrator
    order by p.user_id limit ${sql.lit(limits.yearly_budget_readers_max)}`.execute(trx)
  return addNotice(
    trx,
    workspaceId,
    'yearly_budget',
    { userIds: rows.map(({ id }) => id), actorId: null },
    { kind: 'yearly_budget', percent, created_at: at },
  )
}
