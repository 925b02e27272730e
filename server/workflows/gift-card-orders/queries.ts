import { type Selectable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { PlacedOrder } from '#server/adapters/giftcards/gift-card-provider.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type GiftOrderRow = Selectable<Tables['gift_orders']>
export type OrderKey = { workspaceId: string; purchaseId: string }

/** Leases due orders of all teams until `at` plus the lease. Returns their keys. */
export async function leaseDueOrders(
  db: Db,
  at: Date,
  leaseMs: number,
  limit: number,
): Promise<OrderKey[]> {
  const { rows } = await sql<{ workspace_id: string; purchase_id: string }>`
    select * from gift_orders_take(${at}, make_interval(secs => ${leaseMs / 1_000}), ${limit})
  `.execute(db)
  return rows.map((row) => ({ workspaceId: row.workspace_id, purchaseId: row.purchase_id }))
}

/** Locks a team against its reset until the end of the transaction. Locked before its orders. */
export async function lockTeam(trx: Trx, workspaceId: string): Promise<void> {
  await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forKeyShare()
    .execute()
}

/**
 * Leases an open order until `until` and returns it. With `heldUntil`, only while the order is not
 * leased for longer than that: a later time is the lease of another worker.
 */
export function takeOrder(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  { heldUntil, until }: { heldUntil: Date | null; until: Date },
): Promise<GiftOrderRow | undefined> {
  return trx
    .updateTable('gift_orders')
    .set({ next_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('step', 'in', ['held', 'charged', 'ordered', 'releasing'])
    .$if(heldUntil !== null, (query) => query.where('next_at', '<=', heldUntil))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Extends the lease of an order that ends at `heldUntil`. An order with another end has another
 * worker, or is due early because of an event. Returns whether it was extended.
 */
export async function renewOrderLease(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  heldUntil: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_orders')
    .set({ next_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('next_at', '=', heldUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Locks an order whose lease ends at `heldUntil`, unless another worker has taken it over or
 * recorded the same attempt.
 */
export function lockLeasedOrder(
  trx: Trx,
  order: GiftOrderRow,
  heldUntil: Date,
): Promise<GiftOrderRow | undefined> {
  return trx
    .selectFrom('gift_orders')
    .selectAll()
    .where('workspace_id', '=', order.workspace_id)
    .where('purchase_id', '=', order.purchase_id)
    .where('step', '=', order.step)
    .where('attempts', '=', order.attempts)
    .where('next_at', '<=', heldUntil)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateOrder(
  trx: Trx,
  order: Pick<GiftOrderRow, 'workspace_id' | 'purchase_id'>,
  set: Partial<GiftOrderRow>,
): Promise<void> {
  await trx
    .updateTable('gift_orders')
    .set(set)
    .where('workspace_id', '=', order.workspace_id)
    .where('purchase_id', '=', order.purchase_id)
    .execute()
}

/**
 * Returns whether the buyer of a purchase is an active user, or had left already when redeeming.
 */
export async function isBuyerActive(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
): Promise<boolean> {
  const buyer = await trx
    .selectFrom('users')
    .innerJoin('purchases', (join) =>
      join
        .onRef('purchases.workspace_id', '=', 'users.workspace_id')
        .onRef('purchases.created_by', '=', 'users.id'),
    )
    .where('purchases.workspace_id', '=', workspaceId)
    .where('purchases.id', '=', purchaseId)
    .where((eb) =>
      eb.or([
        eb('users.state', '=', 'accepted'),
        eb.and([
          eb('users.state', '=', 'deactivated'),
          eb.exists(
            eb
              .selectFrom('leaver_graces')
              .select('leaver_graces.id')
              .where('leaver_graces.workspace_id', '=', workspaceId)
              .whereRef('leaver_graces.user_id', '=', 'users.id')
              .whereRef('leaver_graces.started_at', '<=', 'purchases.created_at'),
          ),
        ]),
      ]),
    )
    .select('users.id')
    .executeTakeFirst()
  return buyer !== undefined
}

/** Returns the card that an order is charged to, also after its removal. */
export function findOrderCard(
  trx: Trx,
  workspaceId: string,
  cardId: string,
): Promise<{ id: string; provider: string; provider_ref: string }> {
  return trx
    .selectFrom('cards')
    .select(['id', 'provider', 'provider_ref'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
}

/** Returns the names that a gift card carries: the team's, and the languages of buyer and team. */
export function findOrderTexts(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
): Promise<{
  name: string
  team_language: string
  language: string | null
  buyer_id: string
}> {
  return trx
    .selectFrom('purchases')
    .innerJoin('workspaces', 'workspaces.id', 'purchases.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'purchases.workspace_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'purchases.workspace_id')
        .onRef('users.id', '=', 'purchases.created_by'),
    )
    .where('purchases.workspace_id', '=', workspaceId)
    .where('purchases.id', '=', purchaseId)
    .select([
      'workspaces.name',
      'settings.language as team_language',
      'users.language',
      'users.id as buyer_id',
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the language of the buyer, or of the team, and the team's time zone. */
export async function findBuyerLocale(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
): Promise<{ language: Language; timezone: string } | undefined> {
  const { rows } = await sql<{ language: Language; timezone: string }>`
    select coalesce(u.language, s.language) as language, s.timezone
    from settings s
    join purchases p on p.workspace_id = s.workspace_id and p.id = ${purchaseId}
    left join users u on u.workspace_id = p.workspace_id and u.id = p.created_by
    where s.workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]
}

/** Stores the link of a delivered gift card. */
export async function updateClaimUrl(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  claimUrl: string,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({ claim_url: claimUrl })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchaseId)
    .execute()
}

/** Returns the buyer of a purchase, or undefined if there is no such purchase. */
export async function findBuyerId(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('purchases')
    .select('created_by')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  return row?.created_by
}

/** Returns the team of a purchase: a provider's event contains the purchase's id only. */
export async function findPurchaseWorkspace(db: Db, purchaseId: string): Promise<string | null> {
  const { rows } = await sql<{ workspace_id: string | null }>`
    select purchase_workspace(${purchaseId}) as workspace_id`.execute(db)
  return rows[0]?.workspace_id ?? null
}

/** Makes an order due now if it waits for its provider. A running attempt keeps its result. */
export async function makeOrderDue(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('gift_orders')
    .set({ next_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('step', 'in', ['charged', 'ordered'])
    .execute()
}

/** Updates the delivery of a settled order. Returns whether it changed. */
export async function updateDelivery(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  delivery: PlacedOrder['delivery'],
  at: Date,
): Promise<boolean> {
  const changed = await trx
    .updateTable('gift_orders')
    .set({ delivery, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('step', '=', 'settled')
    .where('delivery', '<>', delivery)
    .returning('purchase_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Returns and locks the order of an undelivered gift card; `next_at` ends its lease. */
export function lockUndeliveredOrder(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
): Promise<GiftOrderRow | undefined> {
  return trx
    .selectFrom('gift_orders')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('step', '=', 'settled')
    .where('delivery', '=', 'failed')
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Records the new address of a gift card and ends the lease. A delivery that an event has already
 * reported stays. Returns whether the lease still ended at `heldUntil`.
 */
export async function updateRecipient(
  trx: Trx,
  { workspaceId, purchaseId }: OrderKey,
  { email, heldUntil, at }: { email: string; heldUntil: Date; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_orders')
    .set((eb) => ({
      recipient_email: email,
      delivery: eb
        .case()
        .when('delivery', '=', 'failed')
        .then('none' as const)
        .else(eb.ref('delivery'))
        .end(),
      next_at: at,
      updated_at: at,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .where('next_at', '=', heldUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
