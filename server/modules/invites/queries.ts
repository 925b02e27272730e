import { type Insertable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Revokes the open invites of members. Returns whether there were any. */
export async function revokeOpenInvites(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update invites set revoked_at = ${at}
    where workspace_id = ${workspaceId} and user_id = any(${userIds}::uuid[])
      and used_at is null and revoked_at is null`.execute(trx)
  return numAffectedRows > 0n
}

export async function insertInvites(
  trx: Trx,
  workspaceId: string,
  invites: Pick<Insertable<Tables['invites']>, 'id' | 'user_id' | 'token_hash' | 'expires_at'>[],
  at: Date,
): Promise<void> {
  await insertRows(
    trx,
    'invites',
    invites.map((invite) => ({ ...invite, workspace_id: workspaceId, created_at: at })),
  )
}

export type OpenInviteRow = {
  invite_id: string
  user_id: string
  account_id: string | null
  email: string
  first_name: string
  last_name: string
  workspace_id: string
  workspace_name: string
  logo_key: string | null
  language: Language
  inviter_first: string
  inviter_last: string
}

/** Returns an invite that a pending member can still accept, with the member and the team. */
export async function findOpenInvite(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<OpenInviteRow | undefined> {
  return trx
    .selectFrom('invites')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'invites.workspace_id')
        .onRef('users.id', '=', 'invites.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'invites.workspace_id')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'workspaces.id')
        .onRef('files.id', '=', 'workspaces.logo_file_id'),
    )
    .leftJoin('users as inviter', (join) =>
      join
        .onRef('inviter.workspace_id', '=', 'users.workspace_id')
        .onRef('inviter.id', '=', 'users.invited_by'),
    )
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .where('invites.workspace_id', '=', workspaceId)
    .where('invites.token_hash', '=', tokenHash)
    .where('invites.used_at', 'is', null)
    .where('invites.revoked_at', 'is', null)
    .where('invites.expires_at', '>', at)
    .where('users.state', '=', 'pending')
    .where('workspaces.deleted_at', 'is', null)
    .select((eb) => [
      'invites.id as invite_id',
      'users.id as user_id',
      'users.account_id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'workspaces.id as workspace_id',
      'workspaces.name as workspace_name',
      'files.storage_key as logo_key',
      'settings.language',
      eb.fn.coalesce('inviter.first_name', eb.val('')).as('inviter_first'),
      eb.fn.coalesce('inviter.last_name', eb.val('')).as('inviter_last'),
    ])
    .executeTakeFirst()
}

/** Marks an invite as used. Returns false if it was used before. */
export async function markInviteUsed(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invites')
    .set({ used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks the open invites of a member as used. */
export async function markOpenInvitesUsed(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('invites')
    .set({ used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
