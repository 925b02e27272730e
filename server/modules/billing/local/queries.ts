import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type LocalSubscription = Selectable<Tables['local_subscriptions']>
/** Returns the live subscription and locks it until the end of the transaction. */
export function lockLiveSubscription(
  trx: Trx,
  workspaceId: string,
): Promise<LocalSubscription | undefined> {
  return trx
    .selectFrom('local_subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'canceled')
    .forUpdate()
    .executeTakeFirst()
}
/** Returns the live subscription, or else the last one. */
export function findLatestSubscription(
  trx: Trx,
  workspaceId: string,
): Promise<LocalSubscription | undefined> {
  return trx
    .selectFrom('local_subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy((eb) => eb('status', '<>', 'canceled'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
/** Updates a subscription in the database and in memory. */
export async function updateLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  set: Updateable<Tables['local_subscriptions']>,
): Promise<void> {
  await trx
    .updateTable('local_subscriptions')
    .set(set)
    .where('workspace_id', '=', sub.workspace_id)
    .where('id', '=', sub.id)
    .execute()
  Object.assign(sub, set)
}
/** Returns the credit of a team for its next invoices, in cents. */
export async function sumCustomerBalance(trx: Trx, workspaceId: string): Promise<number> {
  const { total } = await trx
    .selectFrom('local_balance_entries')
    .where('workspace_id', '=', workspaceId)
    .select((eb) => eb.fn.sum<number | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
/** Returns the card that pays the subscription. */
export function findLocalSubscriptionCard(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('cards')
    .select(['id', 'provider_ref as ref', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', 'subscription')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
type ActivePromotion = { code: string; percent: number; months: number | null }
const isRedeemable = (code: string, at: Date) =>
  sql<boolean>`code = ${code.toUpperCase()} and (times is null or used < times) and (ends_at is null
    or ends_at > ${at})`
/** Returns a redeemable promotion code. Throws promo_invalid. */
export async function findPromotion(trx: Trx, code: string, at: Date): Promise<ActivePromotion> {
  const found = await trx
    .selectFrom('promo_codes')
    .select(['code', 'percent', 'months'])
    .where(isRedeemable(code, at))
    .executeTakeFirst()
  return found ?? throwRefusal('promo_invalid', { field: 'promo' })
}
/**
 * Redeems a promotion code once. A rollback of the transaction returns the use. Throws
 * promo_invalid.
 */
export async function redeemPromotion(trx: Trx, code: string, at: Date): Promise<ActivePromotion> {
  const redeemed = await trx
    .updateTable('promo_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where(isRedeemable(code, at))
    .returning(['code', 'percent', 'months'])
    .executeTakeFirst()
  return redeemed ?? throwRefusal('promo_invalid', { field: 'promo' })
}

/** Locks the customer of a team: before its first subscription there is no other row to lock. */
export async function lockCustomer(trx: Trx, workspaceId: string): Promise<void> {
  await trx
    .selectFrom('billing_customers')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .execute()
}

export function insertLocalSubscription(
  trx: Trx,
  subscription: Insertable<Tables['local_subscriptions']>,
): Promise<LocalSubscription> {
  return trx
    .insertInto('local_subscriptions')
    .values(subscription)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns and locks a subscription, or undefined while it is locked: its holder runs its steps. */
export function lockIdleSubscription(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<LocalSubscription | undefined> {
  return trx
    .selectFrom('local_subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Leases due subscriptions of all teams. Returns their keys. */
export async function leaseDueSubscriptions(
  db: Db,
  at: Date,
  leaseMs: number,
  limit: number,
): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select * from local_subscriptions_take(${at}, make_interval(secs => ${leaseMs / 1_000}),
      ${limit})`.execute(db)
  return rows
}
