import type { Trx } from '#server/platform/database/database.ts'

/** Returns the points a user has given from this period's allowance. */
export async function findSpentAllowance(
  trx: Trx,
  workspaceId: string,
  userId: string,
  periodStart: Date,
): Promise<number> {
  const row = await trx
    .selectFrom('allowances')
    .select('spent')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('period_start', '=', periodStart)
    .executeTakeFirst()
  return row?.spent ?? 0
}

/**
 * Returns the cached balance of a wallet, or undefined without a wallet. check-ledger proves it
 * equal to the sum of its entries.
 */
export async function findWalletBalance(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('wallets')
    .select('balance')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.balance
}
