import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

/** Returns whether a person owns a budget. */
export async function ownsBudget(
  trx: Trx,
  workspaceId: string,
  budgetId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from budget_owners where workspace_id = ${workspaceId} and budget_id = ${budgetId}
      and user_id = ${userId}`.execute(trx)
  return rows.length > 0
}

/** Returns the ids of the owners of budgets. */
export async function listBudgetOwners(
  trx: Trx,
  workspaceId: string,
  budgetIds: string[],
): Promise<{ budget_id: string; user_id: string }[]> {
  const { rows } = await sql<{ budget_id: string; user_id: string }>`
    select o.budget_id, o.user_id from budget_owners o
    join users u on u.workspace_id = o.workspace_id and u.id = o.user_id
    where o.workspace_id = ${workspaceId} and o.budget_id = any (${budgetIds}::uuid[])
    order by lower(u.first_name || ' ' || u.last_name), u.id`.execute(trx)
  return rows
}

export async function replaceBudgetOwners(
  trx: Trx,
  workspaceId: string,
  budgetId: string,
  userIds: string[],
): Promise<void> {
  await trx
    .deleteFrom('budget_owners')
    .where('workspace_id', '=', workspaceId)
    .where('budget_id', '=', budgetId)
    .execute()
  await insertRows(
    trx,
    'budget_owners',
    [...new Set(userIds)].map((userId) => ({
      workspace_id: workspaceId,
      budget_id: budgetId,
      user_id: userId,
    })),
  )
}

/**
 * Makes the first administrator the owner of open budgets without an accepted or pending owner.
 * Returns the new owners.
 */
export async function insertMissingOwners(
  trx: Trx,
  workspaceId: string,
): Promise<{ budget_id: string; user_id: string }[]> {
  const { rows } = await sql<{ budget_id: string; user_id: string }>`
    insert into budget_owners (workspace_id, budget_id, user_id)
    select b.workspace_id, b.id, administrator.id
    from budgets b
    cross join (
      select u.id from permissions p
      join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      where p.workspace_id = ${workspaceId} and u.state = 'accepted'
        and (p.global_administrator or p.account_administrator)
      order by p.global_administrator desc, u.id limit 1) administrator
    where b.workspace_id = ${workspaceId} and b.closed_at is null
      and not exists (
        select from budget_owners o
        join users u on u.workspace_id = o.workspace_id and u.id = o.user_id
        where o.workspace_id = b.workspace_id and o.budget_id = b.id
          and u.state in ('pending', 'accepted'))
    on conflict do nothing returning budget_id, user_id`.execute(trx)
  return rows
}
