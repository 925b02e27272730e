import { sql } from 'kysely'
import type { BalanceEntryType } from '#contract/schemas/balances.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * The only code that moves points. Each call is one movement in the caller's transaction, and its
 * entries sum to zero. `source_id` is the cause (a post, a contribution, an adjustment). The
 * database rejects a second movement of the same type and source. Points are whole numbers. Giving
 * points with a post happens inside the SQL function post_create, in one round trip.
 */
export type Movement = {
  workspace_id: string
  type: BalanceEntryType
  source_id: string
  actor_id: string | null
  at: Date
  comment?: string
  demo?: boolean
}
/** The workspace's own accounts, the counterpart of the wallets. */
export type WorkspaceAccount = 'issued' | 'held' | 'redeemed'

/**
 * Adds `amount` (negative: subtracts) to each wallet, against one of the workspace's own accounts.
 * Returns the new balances. Throws not_enough_points when a debit would make a balance negative,
 * unless `overdraw` is set (for deleted posts).
 */
export async function postMovement(
  trx: Trx,
  movement: Movement,
  parts: { user_id: string; amount: number }[],
  against: WorkspaceAccount,
  overdraw = false,
): Promise<number[]> {
  const users = parts.map((part) => part.user_id)
  const amounts = parts.map((part) => part.amount)
  const { rows } = await sql<{ balances: number[] }>`
    select ledger_move(${movement.workspace_id}, ${newId(movement.at)}, ${movement.type},
      ${movement.source_id}, ${movement.actor_id}, ${movement.at},
      ${movement.comment ?? ''}, ${movement.demo ?? false}, ${users}::uuid[], ${amounts}::bigint[],
        ${against}, ${overdraw})::float8[] as balances`.execute(trx)
  return rows[0]?.balances ?? []
}

/** Moves held points to redeemed, when a purchase is fulfilled. */
export async function settleHeldPoints(
  trx: Trx,
  movement: Omit<Movement, 'type' | 'comment'>,
  amount: number,
): Promise<void> {
  await sql`select ledger_settle(${movement.workspace_id}, ${newId(movement.at)},
    'purchase_fulfilled', ${movement.source_id}, ${movement.actor_id},
    ${movement.at}, ${movement.demo ?? false}, 'held', 'redeemed', ${amount})`.execute(trx)
}

/**
 * Takes the points of deleted posts back from the recipients' wallets, even below zero. The points
 * recovered from positive balances return to the senders' allowance of the period; older posts
 * return nothing. Returns the points recovered for each post, in the order of `posts`.
 */
export async function reversePosts(
  trx: Trx,
  {
    workspace_id: workspaceId,
    actor_id: actorId,
    at,
  }: Pick<Movement, 'workspace_id' | 'actor_id' | 'at'>,
  posts: string[],
  period: { start: Date; end: Date },
): Promise<number[]> {
  const movements = posts.map(() => newId(at))
  const { rows } = await sql<{ recovered: number[] }>`
    select posts_reverse(${workspaceId}, ${posts}::uuid[], ${movements}::uuid[], ${actorId},
      ${at}, ${period.start}, ${period.end})::float8[] as recovered`.execute(trx)
  return rows[0]?.recovered ?? []
}

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
 * Returns the cached balance of a wallet; check-ledger proves it equal to the sum of its entries.
 */
export async function findWalletBalance(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('wallets')
    .select('balance')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.balance ?? 0
}
