import type { Insertable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns our copy of a team's subscription. */
export async function findSubscription(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** Inserts or replaces our copy of a team's subscription. */
export async function saveSubscription(
  trx: Trx,
  workspaceId: string,
  row: Omit<Insertable<Tables['subscriptions']>, 'workspace_id'>,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** Ends our copy of a subscription. Returns whether it was live. */
export async function endSubscription(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('subscriptions')
    .set({
      status: 'canceled',
      ended_at: at,
      cancel_at_period_end: false,
      open_invoice: null,
      read_at: at,
    })
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the version of the seats that the provider knows. */
export async function markSeatsPushed(
  trx: Trx,
  workspaceId: string,
  version: number,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ pushed_seats_version: version })
    .where('workspace_id', '=', workspaceId)
    .execute()
}
