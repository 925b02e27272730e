import type { LiabilityAccounts } from '#contract/schemas/liability.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the names of the accounts of a team, or undefined if it has chosen none. */
export async function findAccounts(
  trx: Trx,
  workspaceId: string,
): Promise<LiabilityAccounts | undefined> {
  return trx
    .selectFrom('liability_accounts')
    .select([
      'expense',
      'liability',
      'redemptions',
      'corrections',
      'change_of_worth',
      'cost_center',
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export async function saveAccounts(
  trx: Trx,
  workspaceId: string,
  accounts: LiabilityAccounts,
): Promise<void> {
  await trx
    .insertInto('liability_accounts')
    .values({ workspace_id: workspaceId, ...accounts })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(accounts))
    .execute()
}
