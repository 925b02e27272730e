import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type BudgetRow = Selectable<Tables['yearly_budgets']>

/** Returns the yearly budget of a team. */
export function findYearlyBudget(trx: Trx, workspaceId: string): Promise<BudgetRow | undefined> {
  return trx
    .selectFrom('yearly_budgets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** Returns the yearly budget of a team, which only this transaction changes until it ends. */
export function lockYearlyBudget(trx: Trx, workspaceId: string): Promise<BudgetRow | undefined> {
  return trx
    .selectFrom('yearly_budgets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst()
}

/** Saves the yearly budget of a team in place of another one. */
export async function upsertYearlyBudget(
  trx: Trx,
  { workspace_id: workspaceId, ...columns }: Insertable<Tables['yearly_budgets']>,
): Promise<void> {
  await trx
    .insertInto('yearly_budgets')
    .values({ workspace_id: workspaceId, ...columns })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(columns))
    .execute()
}

/** Changes columns of the yearly budget of a team. */
export async function updateYearlyBudget(
  trx: Trx,
  workspaceId: string,
  columns: Updateable<Tables['yearly_budgets']>,
): Promise<void> {
  await trx
    .updateTable('yearly_budgets')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Deletes the yearly budget of a team. Returns it, or undefined without one. */
export function deleteYearlyBudgetRow(
  trx: Trx,
  workspaceId: string,
): Promise<BudgetRow | undefined> {
  return trx
    .deleteFrom('yearly_budgets')
    .where('workspace_id', '=', workspaceId)
    .returningAll()
    .executeTakeFirst()
}
