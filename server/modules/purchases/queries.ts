import { sql } from 'kysely'
import type { Purchase, PurchaseStatus } from '#contract/rewards.ts'
import { peopleByIds } from '#server/modules/users/queries.ts'
import { encodeCursor } from '#server/platform/cursors.ts'
import type { Trx } from '#server/platform/database.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { presentPurchase, type PurchaseRow, type RewardRow } from './present.ts'

export function selectRewards(trx: Trx, workspace_id: string) {
  return trx.selectFrom('rewards')
    .leftJoin('files', (join) => join.onRef('files.workspace_id', '=', 'rewards.workspace_id').onRef('files.id', '=', 'rewards.picture_file_id'))
    .where('rewards.workspace_id', '=', workspace_id).where('rewards.deleted_at', 'is', null)
    .select([
      'rewards.id', 'rewards.title', 'rewards.description', 'rewards.price', 'rewards.category', 'rewards.emoji', 'files.storage_key as picture_key',
      'rewards.one_time', 'rewards.comment_required', 'rewards.available_amount', 'rewards.type', 'rewards.reward_type', 'rewards.country',
      'rewards.product_id', 'rewards.gift_card_value', 'rewards.deadline', 'rewards.demo', 'rewards.created_at',
    ])
}
export async function findReward(trx: Trx, workspace_id: string, id: string): Promise<RewardRow | undefined> {
  return selectRewards(trx, workspace_id).where('rewards.id', '=', id).executeTakeFirst()
}

function selectPurchases(trx: Trx, workspace_id: string) {
  return trx.selectFrom('purchases')
    .leftJoin('files', (join) => join.onRef('files.workspace_id', '=', 'purchases.workspace_id').onRef('files.id', '=', 'purchases.picture_file_id'))
    .where('purchases.workspace_id', '=', workspace_id)
    .select([
      'purchases.id', 'purchases.reward_id', 'purchases.status', 'purchases.title', 'purchases.emoji', 'files.storage_key as picture_key', 'purchases.price',
      'purchases.type', 'purchases.reward_type', 'purchases.company_part', 'purchases.decline_reason', 'purchases.claim_url', 'purchases.created_by',
      'purchases.created_at', 'purchases.status_changed_at', 'purchases.canceled_at', 'purchases.country', 'purchases.gift_card_value', 'purchases.deadline',
    ])
}

/** Puts parts and people beside a page of purchases: two queries, whatever its length. */
async function decorate(trx: Trx, actor: Actor, rows: PurchaseRow[]): Promise<Purchase[]> {
  if (!rows.length) return []
  const parts = await trx.selectFrom('contributions').select(['purchase_id', 'user_id', 'amount', 'status', 'comment', 'created_at'])
    .where('workspace_id', '=', actor.workspace_id).where('purchase_id', 'in', rows.map((row) => row.id)).orderBy('id').execute()
  const people = await peopleByIds(trx, actor.workspace_id, parts.map((part) => part.user_id))
  return rows.map((row) => presentPurchase(row, parts.filter((part) => part.purchase_id === row.id), people, actor))
}

export async function findPurchase(trx: Trx, actor: Actor, id: string): Promise<Purchase | undefined> {
  const rows = await selectPurchases(trx, actor.workspace_id).where('purchases.id', '=', id).execute()
  return (await decorate(trx, actor, rows))[0]
}

const pendingFirst = sql<boolean>`(purchases.status = 'pending')`

/** Purchases, pending first, then newest; all of the team or those the actor has a part in. */
export async function listPurchases(
  trx: Trx, actor: Actor, input: { own: boolean; status?: PurchaseStatus | undefined; type?: Purchase['type'] | undefined; reward_type?: Purchase['reward_type'] | undefined; after?: unknown[] | undefined; limit: number },
): Promise<{ items: Purchase[]; next_cursor: string | null }> {
  let query = selectPurchases(trx, actor.workspace_id)
  if (input.status) query = query.where('purchases.status', '=', input.status)
  if (input.type) query = query.where('purchases.type', '=', input.type)
  if (input.reward_type) query = query.where('purchases.reward_type', '=', input.reward_type)
  if (input.own) {
    query = query.where((eb) => eb.exists(eb.selectFrom('contributions').select('contributions.id')
      .where('contributions.workspace_id', '=', actor.workspace_id).where('contributions.user_id', '=', actor.user_id)
      .whereRef('contributions.purchase_id', '=', 'purchases.id')))
  }
  if (input.after) {
    const [pending, id] = input.after
    query = query.where(sql<boolean>`(${pendingFirst}, purchases.id) < (${pending === true}::boolean, ${String(id)}::uuid)`)
  }
  const rows = await query.orderBy(pendingFirst, 'desc').orderBy('purchases.id', 'desc').limit(input.limit + 1).execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return { items: await decorate(trx, actor, page), next_cursor: rows.length > input.limit && last ? encodeCursor([last.status === 'pending', last.id]) : null }
}
