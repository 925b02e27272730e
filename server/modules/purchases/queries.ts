import { type Insertable, sql, type Updateable } from 'kysely'
import type { PurchaseStatus, Reward } from '#contract/schemas/rewards.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { PurchaseEventRow, PurchaseRow } from './present.ts'

function selectPurchases(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('purchases')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'purchases.workspace_id')
        .onRef('files.id', '=', 'purchases.picture_file_id'),
    )
    .leftJoin('gift_orders', (join) =>
      join
        .onRef('gift_orders.workspace_id', '=', 'purchases.workspace_id')
        .onRef('gift_orders.purchase_id', '=', 'purchases.id'),
    )
    .where('purchases.workspace_id', '=', workspaceId)
    .select([
      'gift_orders.delivery',
      'gift_orders.recipient_email',
      'purchases.id',
      'purchases.reward_id',
      'purchases.status',
      'purchases.title',
      'purchases.emoji',
      'files.storage_key as picture_key',
      'purchases.price',
      'purchases.type',
      'purchases.reward_type',
      'purchases.company_part',
      'purchases.stage',
      'purchases.decline_reason',
      'purchases.ordered_at',
      'purchases.ordered_by',
      'purchases.order_note',
      'purchases.note',
      'purchases.code',
      'purchases.claim_url',
      'purchases.created_by',
      'purchases.created_at',
      'purchases.status_changed_at',
      'purchases.canceled_at',
      'purchases.returned_at',
      'purchases.country',
      'purchases.gift_card_value',
      'purchases.deadline',
    ])
}

const eventsMax = 100

/** Returns the latest 100 events of each purchase, oldest first. */
export async function listPurchaseEvents(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<PurchaseEventRow[]> {
  const { rows } = await sql<PurchaseEventRow>`
    select purchase_id, type, actor_id, amount, created_at from (
      select *, row_number() over (partition by purchase_id order by id desc) as recency
      from purchase_events
      where workspace_id = ${workspaceId} and purchase_id = any (${ids}::uuid[])) e
    where recency <= ${sql.lit(eventsMax)}
    order by id`.execute(trx)
  return rows
}

export async function findPurchaseRow(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<PurchaseRow | undefined> {
  return selectPurchases(trx, workspaceId).where('purchases.id', '=', id).executeTakeFirst()
}

/** Returns the purchases with these ids, in any order. */
export async function listPurchaseRowsByIds(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<PurchaseRow[]> {
  return selectPurchases(trx, workspaceId).where('purchases.id', 'in', ids).execute()
}

const pendingFirst = sql<boolean>`(purchases.status = 'pending')`

export type PurchaseFilter = {
  status?: PurchaseStatus | undefined
  type?: Reward['type'] | undefined
  reward_type?: Reward['reward_type'] | undefined
}

/**
 * Returns purchases of a user, pending first, then newest, at most `limit`. A declined purchase also
 * counts as the user's own after a withdrawal. `after` are status and id of the last purchase of the
 * page before.
 */
export async function listPurchaseRowsOfUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
  filter: PurchaseFilter & {
    after: { pending: boolean; id: string } | undefined
    limit: number
  },
): Promise<PurchaseRow[]> {
  const { after } = filter
  // Ids in an array: for a subquery the planner would read the purchases of all users.
  let query = selectPurchases(trx, workspaceId).where(
    sql<boolean>`purchases.id = any (array(
      select c.purchase_id from contributions c
      where c.workspace_id = ${workspaceId} and c.user_id = ${userId}))
    and (purchases.status = 'declined' or exists (
      select from contributions c
      where c.workspace_id = ${workspaceId} and c.user_id = ${userId}
        and c.purchase_id = purchases.id and c.status <> 'declined'))`,
  )
  if (filter.status) query = query.where('purchases.status', '=', filter.status)
  if (filter.type) query = query.where('purchases.type', '=', filter.type)
  if (filter.reward_type) query = query.where('purchases.reward_type', '=', filter.reward_type)
  if (after) {
    query = query.where(
      sql<boolean>`(${pendingFirst}, purchases.id) < (${after.pending}::boolean, ${after.id}::uuid)`,
    )
  }
  return query
    .orderBy(pendingFirst, 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(filter.limit)
    .execute()
}

/** Returns the reward of a purchase, which is locked before the purchase if it is a team reward. */
export async function findRewardOfPurchase(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<Pick<PurchaseRow, 'reward_id' | 'reward_type'> | undefined> {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select(['reward_id', 'reward_type'])
    .executeTakeFirst()
}

/** Locks a purchase until the end of the transaction. */
export async function lockPurchaseRow(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type PurchaseRecord = NonNullable<Awaited<ReturnType<typeof lockPurchaseRow>>>

/** Locks purchases in the order of ids, until the end of the transaction. */
export async function lockPurchaseRows(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<PurchaseRecord[]> {
  return trx
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks the purchase of a team reward that collects contributions; undefined without one. */
export async function lockOpenTeamPurchase(
  trx: Trx,
  workspaceId: string,
  rewardId: string,
): Promise<PurchaseRecord | undefined> {
  return trx
    .selectFrom('purchases')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .where('reward_type', '=', 'team')
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Returns the purchases with a part of a user, in the order of ids: all of them, or pending ones of
 * team rewards that hold points of the user.
 */
export async function listPurchasesWithPart(
  trx: Trx,
  workspaceId: string,
  userId: string,
  kinds: 'all' | 'open team',
): Promise<Pick<PurchaseRow, 'id' | 'reward_id' | 'reward_type'>[]> {
  let parts = trx
    .selectFrom('contributions')
    .select('purchase_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
  let purchases = trx
    .selectFrom('purchases')
    .select(['id', 'reward_id', 'reward_type'])
    .where('workspace_id', '=', workspaceId)
  if (kinds === 'open team') {
    parts = parts.where('status', '=', 'pending')
    purchases = purchases.where('status', '=', 'pending').where('reward_type', '=', 'team')
  }
  return purchases.where('id', 'in', parts).orderBy('id').execute()
}

/** Returns team purchases of all workspaces that still collect after their deadline. */
export async function listExpiredTeamPurchases(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; purchase_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; purchase_id: string }>`
    select * from team_purchases_expired(${at}, ${limit})`.execute(db)
  return rows
}

export async function insertPurchase(
  trx: Trx,
  purchase: Insertable<Tables['purchases']>,
): Promise<void> {
  await trx.insertInto('purchases').values(purchase).execute()
}

/** Changes the status of a purchase, or who ordered it, and the fields that belong to it. */
export async function updatePurchaseStatus(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Pick<
    Updateable<Tables['purchases']>,
    | 'status'
    | 'status_changed_at'
    | 'company_part'
    | 'decided_by'
    | 'decline_reason'
    | 'ordered_at'
    | 'ordered_by'
    | 'order_note'
    | 'note'
    | 'code'
    | 'canceled_at'
    | 'returned_at'
  >,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Inserts an event of a purchase. Returns whether the purchase is demo data. */
export async function insertPurchaseEvent(
  trx: Trx,
  event: Insertable<Tables['purchase_events']>,
): Promise<{ demo: boolean }> {
  await trx.insertInto('purchase_events').values(event).execute()
  return trx
    .selectFrom('purchases')
    .select('demo')
    .where('workspace_id', '=', event.workspace_id)
    .where('id', '=', event.purchase_id)
    .executeTakeFirstOrThrow()
}

/**
 * Takes a share lock on an accepted user and returns whether there is one. The lock blocks changes
 * of the user's row, but not the key share locks of foreign keys.
 */
export async function lockAcceptedUser(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .forShare()
    .executeTakeFirst()
  return user !== undefined
}
