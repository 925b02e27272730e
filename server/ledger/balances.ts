import type { Trx } from '#server/platform/database/database.ts'

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
