import type { Db, Trx } from '#server/platform/database/database.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import type { TokenRow } from './present.ts'

export type TokenOwner = { workspace_id: string; user_id: string; account_id: string }

// The table `sessions` has no row level security, so each query names the workspace and the user.
// Tokens of connected applications have a grant (modules/oauth).
const selectOwnerTokens = (trx: Trx, { workspace_id: workspaceId, user_id: userId }: TokenOwner) =>
  trx
    .selectFrom('sessions')
    .where('kind', '=', 'token')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('oauth_grant_id', 'is', null)

/** Returns valid tokens and tokens that expired after `since`, newest first. */
export async function listTokens(
  trx: Trx,
  owner: TokenOwner,
  since: Date,
  max: number,
): Promise<TokenRow[]> {
  return selectOwnerTokens(trx, owner)
    .where('expires_at', '>', since)
    .select(['id', 'name', 'scopes', 'created_at', 'seen_at', 'expires_at'])
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

export async function countValidTokens(trx: Trx, owner: TokenOwner, at: Date): Promise<number> {
  const { n } = await selectOwnerTokens(trx, owner)
    .where('expires_at', '>', at)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertToken(
  trx: Trx,
  owner: TokenOwner,
  token: string,
  input: { name: string; scopes: string[]; expires_at: Date },
  at: Date,
): Promise<TokenRow> {
  const { workspace_id: workspaceId, user_id: userId, account_id: accountId } = owner
  // A `seen_at` before `created_at` means never used.
  const row = { id: newId(at), ...input, created_at: at, seen_at: new Date(0) }
  await trx
    .insertInto('sessions')
    .values({
      ...row,
      workspace_id: workspaceId,
      user_id: userId,
      account_id: accountId,
      kind: 'token',
      token_hash: hashToken(token),
      revoked_at: null,
    })
    .execute()
  return row
}

/** Revokes a token of the owner. Returns false if there is none with that id. */
export async function revokeToken(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: TokenOwner,
  id: string,
  at: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('kind', '=', 'token')
    .where('oauth_grant_id', 'is', null)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type TokenMembership = { workspace_id: string; user_id: string }

/** Returns the memberships of an account that have valid tokens. */
export async function listTokenMemberships(
  db: Db,
  accountId: string,
  at: Date,
): Promise<TokenMembership[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['workspace_id', 'user_id'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'token')
    .where('oauth_grant_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
  return rows.flatMap(({ workspace_id: workspaceId, user_id: userId }) =>
    workspaceId === null || userId === null ? [] : [{ workspace_id: workspaceId, user_id: userId }],
  )
}

/** Revokes all tokens of a membership. Returns the ids of those that were valid. */
export async function revokeMembershipTokens(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: TokenMembership,
  at: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('kind', '=', 'token')
    .where('oauth_grant_id', 'is', null)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
