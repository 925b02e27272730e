import { sql } from 'kysely'
import type { Purchase, PurchaseStatus, Reward } from '#contract/schemas/rewards.ts'
import { findPeopleByIds } from '#server/modules/users/queries.ts'
import { encodeCursor } from '#server/platform/http/cursors.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type PurchaseEventRow,
  presentPurchase,
  type PurchaseRow,
  type RewardRow,
} from './present.ts'

export function selectRewards(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('rewards')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'rewards.workspace_id')
        .onRef('files.id', '=', 'rewards.picture_file_id'),
    )
    .where('rewards.workspace_id', '=', workspaceId)
    .where('rewards.deleted_at', 'is', null)
    .select([
      'rewards.id',
      'rewards.title',
      'rewards.description',
      'rewards.price',
      'rewards.category',
      'rewards.emoji',
      'files.storage_key as picture_key',
      'rewards.one_time',
      'rewards.comment_required',
      'rewards.available_amount',
      'rewards.type',
      'rewards.reward_type',
      'rewards.country',
      'rewards.product_id',
      'rewards.gift_card_value',
      'rewards.deadline',
      'rewards.demo',
      'rewards.created_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('purchases as filling')
        .select('filling.price')
        .whereRef('filling.workspace_id', '=', 'rewards.workspace_id')
        .whereRef('filling.reward_id', '=', 'rewards.id')
        .where('filling.reward_type', '=', 'team')
        .where('filling.status', '=', 'pending')
        .as('filling_price'),
    )
}
export async function findReward(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<RewardRow | undefined> {
  return selectRewards(trx, workspaceId).where('rewards.id', '=', id).executeTakeFirst()
}

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
      'purchases.decline_reason',
      'purchases.claim_url',
      'purchases.created_by',
      'purchases.created_at',
      'purchases.status_changed_at',
      'purchases.canceled_at',
      'purchases.country',
      'purchases.gift_card_value',
      'purchases.deadline',
    ])
}

const eventsMax = 100
/** Returns the latest 100 events of each purchase, oldest first. */
async function listPurchaseEvents(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<PurchaseEventRow[]> {
  const { rows } =
    await sql<PurchaseEventRow>`select purchase_id, type, actor_id, amount, created_at from (
      select *, row_number() over (partition by purchase_id order by id desc) as recency
        from purchase_events where workspace_id = ${workspaceId}
        and purchase_id = any (${ids}::uuid[])) e
    where recency <= ${sql.raw(String(eventsMax))} order by id`.execute(trx)
  return rows
}

/**
 * Returns purchases with contributions, history and people, with three queries regardless of the
 * page's length.
 */
async function presentPurchases(trx: Trx, actor: Actor, rows: PurchaseRow[]): Promise<Purchase[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const [parts, events] = await Promise.all([
    trx
      .selectFrom('contributions')
      .select(['purchase_id', 'user_id', 'amount', 'status', 'comment', 'created_at'])
      .where('workspace_id', '=', actor.workspace_id)
      .where('purchase_id', 'in', ids)
      .orderBy('id')
      .execute(),
    listPurchaseEvents(trx, actor.workspace_id, ids),
  ])
  const people = await findPeopleByIds(trx, actor.workspace_id, [
    ...parts.map((part) => part.user_id),
    ...events.flatMap((event) => event.actor_id ?? []),
  ])
  const belongsTo = (id: string) => (row: { purchase_id: string }) => row.purchase_id === id
  return rows.map((row) =>
    presentPurchase(
      row,
      parts.filter(belongsTo(row.id)),
      events.filter(belongsTo(row.id)),
      people,
      actor,
    ),
  )
}

export async function findPurchase(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<Purchase | undefined> {
  const rows = await selectPurchases(trx, actor.workspace_id)
    .where('purchases.id', '=', id)
    .execute()
  return (await presentPurchases(trx, actor, rows))[0]
}

const pendingFirst = sql<boolean>`(purchases.status = 'pending')`

type PurchaseFilter = {
  own: boolean
  status?: PurchaseStatus | undefined
  type?: Reward['type'] | undefined
  reward_type?: Reward['reward_type'] | undefined
}
/**
 * Returns a page of purchases, pending first, then newest: those of the team, or the actor's own. A
 * declined purchase also counts as own after a withdrawal.
 */
export async function listPurchases(
  trx: Trx,
  actor: Actor,
  input: PurchaseFilter & { after?: unknown[] | undefined; limit: number },
): Promise<{ items: Purchase[]; next_cursor: string | null }> {
  let query = selectPurchases(trx, actor.workspace_id)
  if (input.status) query = query.where('purchases.status', '=', input.status)
  if (input.type) query = query.where('purchases.type', '=', input.type)
  if (input.reward_type) query = query.where('purchases.reward_type', '=', input.reward_type)
  if (input.own) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('contributions')
          .select('contributions.id')
          .where('contributions.workspace_id', '=', actor.workspace_id)
          .where('contributions.user_id', '=', actor.user_id)
          .whereRef('contributions.purchase_id', '=', 'purchases.id')
          .where((or) =>
            or.or([
              or('contributions.status', '<>', 'declined'),
              or('purchases.status', '=', 'declined'),
            ]),
          ),
      ),
    )
  }
  if (input.after) {
    const [pending, id] = input.after
    query = query.where(
      sql<boolean>`(${pendingFirst}, purchases.id) < (${pending === true}::boolean,
        ${String(id)}::uuid)`,
    )
  }
  const rows = await query
    .orderBy(pendingFirst, 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: await presentPurchases(trx, actor, page),
    next_cursor:
      rows.length > input.limit && last ? encodeCursor([last.status === 'pending', last.id]) : null,
  }
}
