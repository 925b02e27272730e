import { sql } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'

/** Returns whether an account has this address. */
export async function accountExists(db: Db | Trx, email: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return account !== undefined
}

/** Returns whether the database has any account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return account !== undefined
}

/** Waits until no other process creates the demo workspace. */
export async function lockDemoCreation(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(4242)`.execute(trx)
}

export async function setPointsLimit(trx: Trx, workspaceId: string, limit: number): Promise<void> {
  await trx
    .updateTable('settings')
    .set({ points_limit: limit })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function setPermissions(
  trx: Trx,
  workspaceId: string,
  userId: string,
  permissions: Permissions,
): Promise<void> {
  await trx
    .updateTable('permissions')
    .set(permissions)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Sets the counters of a post whose comments and reactions are inserted at once. */
export async function setReplyCounts(
  trx: Trx,
  workspaceId: string,
  postId: string,
  { comments, reactions }: { comments: number; reactions: Partial<Record<Reaction, number>> },
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ comment_count: comments, reaction_counts: JSON.stringify(reactions) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', postId)
    .execute()
}

/** Returns the prices of all rewards, cheapest first. */
export async function listPrices(
  trx: Trx,
  workspaceId: string,
): Promise<{ id: string; price: number; comment_required: boolean }[]> {
  return trx
    .selectFrom('rewards')
    .select(['id', 'price', 'comment_required'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('price')
    .execute()
}

type WalletRow = { user_id: string; balance: number }

/** Returns all wallets, the fullest first. */
export async function listWallets(trx: Trx, workspaceId: string): Promise<WalletRow[]> {
  return trx
    .selectFrom('wallets')
    .select(['user_id', 'balance'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('balance', 'desc')
    .execute()
}

/** Returns the wallets with the lowest balances of at least `min`, without one user. */
export async function listWalletsAbove(
  trx: Trx,
  workspaceId: string,
  { min, exceptUserId, limit }: { min: number; exceptUserId: string; limit: number },
): Promise<WalletRow[]> {
  return trx
    .selectFrom('wallets')
    .select(['user_id', 'balance'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '<>', exceptUserId)
    .where('balance', '>=', min)
    .orderBy('balance')
    .limit(limit)
    .execute()
}

type LastAction = { user_id: string; account_id: string; at: Date }
/** Returns when each person with an account last posted, commented or reacted. */
export async function listLastActions(trx: Trx, workspaceId: string): Promise<LastAction[]> {
  const { rows } = await sql<LastAction>`
    select users.id as user_id, users.account_id, max(actions.at) as at
    from users
    join (
      select from_id as user_id, created_at as at from posts where workspace_id = ${workspaceId}
      union all
      select user_id, created_at from comments where workspace_id = ${workspaceId}
      union all
      select user_id, created_at from reactions where workspace_id = ${workspaceId}
    ) actions on actions.user_id = users.id
    where users.workspace_id = ${workspaceId} and users.account_id is not null
    group by users.id, users.account_id`.execute(trx)
  return rows
}

/** Creates a session of each person that ended with the last action. Its token does not exist. */
export async function insertEndedSessions(
  trx: Trx,
  workspaceId: string,
  actions: readonly LastAction[],
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values(
      actions.map(({ user_id: userId, account_id: accountId, at }) => ({
        token_hash: hashToken(newToken()),
        id: newId(at),
        account_id: accountId,
        kind: 'session' as const,
        workspace_id: workspaceId,
        user_id: userId,
        created_at: at,
        seen_at: at,
        expires_at: at,
        revoked_at: at,
      })),
    )
    .execute()
}

/** Deletes all mails of a workspace, also those that wait. */
export async function deleteMails(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('outbox').where('workspace_id', '=', workspaceId).execute()
}

/** Deletes what inboxes say about things before an instant. */
export async function deleteInboxItemsBefore(
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<void> {
  await trx
    .deleteFrom('inbox_items')
    .where('workspace_id', '=', workspaceId)
    .where('updated_at', '<', before)
    .execute()
}
