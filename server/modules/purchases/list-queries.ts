import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { PurchaseSort, SortOrder } from '#contract/schemas/purchases.ts'
import type { PurchaseStage, PurchaseStatus, Reward } from '#contract/schemas/rewards.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { likePart } from '#server/platform/database/like-pattern.ts'

/**
 * `from` and `to` are the bounds of `created_at`; `to` is exclusive. Without `seesAddresses` a search
 * finds whole addresses only, so that nobody guesses them letter by letter.
 */
export type PurchaseListFilter = {
  seesAddresses: boolean
  stage?: PurchaseStage | undefined
  search?: string | undefined
  rewardId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  status?: PurchaseStatus | undefined
  type?: Reward['type'] | undefined
  reward_type?: Reward['reward_type'] | undefined
}
/** `pending`: pending first, then newest. */
type ListOrder = { sort: PurchaseSort | 'pending'; order: SortOrder }
type SortKey = string | number | boolean

const searchWordsMax = 6

/** Returns the condition that a word is in the address of `u`, or that it is the whole address. */
const matchesAddress = (word: string, seesAddresses: boolean) =>
  seesAddresses
    ? sql<boolean>`u.email like ${likePart(word)}`
    : sql<boolean>`u.email = ${word.toLowerCase()}`

/** Returns the condition that a word is in the title, or in a buyer's name or address. */
const matchesWord = (workspaceId: string, word: string, seesAddresses: boolean) => sql<boolean>`(
  lower(p.title) like ${likePart(word)}
  or p.id in (
    select c.purchase_id from contributions c
    where c.workspace_id = ${workspaceId} and c.user_id in (
      select u.id from users u
      where u.workspace_id = ${workspaceId} and u.state <> 'deleted'
        and (lower(u.first_name || ' ' || u.last_name) like ${likePart(word)}
          or ${matchesAddress(word, seesAddresses)}))))`

/** Returns the SQL condition of a filter on `purchases p`. */
function purchaseCondition(workspaceId: string, filter: PurchaseListFilter): RawBuilder<boolean> {
  const { stage, rewardId, from, to, status, type, reward_type: rewardType } = filter
  const parts = [sql<boolean>`p.workspace_id = ${workspaceId}`]
  if (stage) parts.push(sql<boolean>`p.stage = ${stage}`)
  if (rewardId) parts.push(sql<boolean>`p.reward_id = ${rewardId}`)
  if (from) parts.push(sql<boolean>`p.created_at >= ${from}`)
  if (to) parts.push(sql<boolean>`p.created_at < ${to}`)
  if (status) parts.push(sql<boolean>`p.status = ${status}`)
  if (type) parts.push(sql<boolean>`p.type = ${type}`)
  if (rewardType) parts.push(sql<boolean>`p.reward_type = ${rewardType}`)
  for (const word of (filter.search ?? '').trim().split(/\s+/).slice(0, searchWordsMax))
    if (word) parts.push(matchesWord(workspaceId, word, filter.seesAddresses))
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** The expression of each order, with the type of its cursor. */
const sortExpressions = {
  pending: { key: sql`(p.status = 'pending')`, type: sql`boolean` },
  date: { key: sql`p.id`, type: sql`uuid` },
  // Rewards with one title stay apart, and purchases from before a new title stay together.
  reward: { key: sql`lower(r.title) || chr(1) || r.id`, type: sql`text` },
  buyer: { key: sql`n.name`, type: sql`text` },
  points: { key: sql`p.price`, type: sql`integer` },
} as const satisfies Record<ListOrder['sort'], { key: RawBuilder<unknown>; type: unknown }>

/**
 * Returns the ids of a page of purchases in an order, with their sort keys. `after` are sort key and
 * id of the last purchase of the page before.
 */
export async function listPurchasePage(
  trx: Trx,
  workspaceId: string,
  filter: PurchaseListFilter,
  page: ListOrder & { after: [SortKey, string] | undefined; limit: number },
): Promise<{ id: string; sort_key: SortKey }[]> {
  const { key, type } = sortExpressions[page.sort]
  const isDescending = page.sort === 'pending' || page.order === 'desc'
  const direction = isDescending ? sql`desc` : sql`asc`
  const after = page.after
    ? sql`where (k.sort_key, k.id) ${isDescending ? sql`<` : sql`>`}
        (${page.after[0]}::${type}, ${page.after[1]}::uuid)`
    : sql``
  // Materialized: one pass over the users instead of a lookup for each purchase.
  const names = sql`with names as materialized (
      select u.id, lower(u.first_name || ' ' || u.last_name) as name from users u
      where u.workspace_id = ${workspaceId})`
  const isByName = page.sort === 'buyer'
  const isByReward = page.sort === 'reward'
  const { rows } = await sql<{ id: string; sort_key: SortKey }>`
    ${isByName ? names : sql``}
    select k.id, k.sort_key from (
      select p.id, ${key} as sort_key from purchases p
      ${isByName ? sql`join names n on n.id = p.created_by` : sql``}
      ${isByReward ? sql`join rewards r on r.workspace_id = ${workspaceId} and r.id = p.reward_id` : sql``}
      where ${purchaseCondition(workspaceId, filter)}) k
    ${after}
    order by k.sort_key ${direction}, k.id ${direction}
    limit ${page.limit}`.execute(trx)
  return rows
}

/** Returns the ids of the oldest purchases of a filter. */
export async function listPurchaseIds(
  trx: Trx,
  workspaceId: string,
  filter: PurchaseListFilter,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from purchases p
    where ${purchaseCondition(workspaceId, filter)}
    order by p.id
    limit ${sql.lit(limits.purchase_selection_max)}`.execute(trx)
  return rows.map((row) => row.id)
}

/** Returns the number of purchases of a filter in each stage that has any. */
export async function countPurchasesByStage(
  trx: Trx,
  workspaceId: string,
  filter: PurchaseListFilter,
): Promise<{ stage: PurchaseStage; count: number }[]> {
  const { rows } = await sql<{ stage: PurchaseStage; count: number }>`
    select p.stage, count(*)::integer as count from purchases p
    where ${purchaseCondition(workspaceId, filter)}
    group by p.stage`.execute(trx)
  return rows
}

/** Rewards with counts beside the list. */
const countedRewardsMax = 100
type RewardCountRow = {
  id: string
  title: string
  emoji: string
  picture_key: string | null
  count: number
}
/** Returns the most frequent rewards of a filter with the number of their purchases. */
export async function countPurchasesByReward(
  trx: Trx,
  workspaceId: string,
  filter: PurchaseListFilter,
): Promise<RewardCountRow[]> {
  const { rows } = await sql<RewardCountRow>`
    select r.id, r.title, r.emoji, f.storage_key as picture_key, n.count from (
      select p.reward_id, count(*)::integer as count from purchases p
      where ${purchaseCondition(workspaceId, filter)}
      group by p.reward_id
      order by count(*) desc, p.reward_id
      limit ${sql.lit(countedRewardsMax)}) n
    join rewards r on r.workspace_id = ${workspaceId} and r.id = n.reward_id
    left join files f on f.workspace_id = ${workspaceId} and f.id = r.picture_file_id
    order by n.count desc, r.id`.execute(trx)
  return rows
}

/** Returns the query of the number of purchases that await a decision. */
export const selectOpenPurchaseCount = (db: Db | Trx, workspaceId: string) =>
  db
    .selectFrom('purchases')
    .where('workspace_id', '=', workspaceId)
    .where('stage', '=', 'to_do')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
