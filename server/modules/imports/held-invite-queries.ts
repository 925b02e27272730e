import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

export type HeldPerson = { user_id: string; email: string; is_waiting: boolean }
export type DueImport = { workspace_id: string; import_id: string }

/** Returns imports of all workspaces whose held invitations are due. */
export async function listDueImports(db: Db, at: Date, limit: number): Promise<DueImport[]> {
  const { rows } = await sql<DueImport>`
    select * from held_invites_due(${at}, ${limit})`.execute(db)
  return rows
}

export async function insertHeldInvites(
  trx: Trx,
  workspaceId: string,
  importId: string,
  userIds: string[],
): Promise<void> {
  await insertRows(
    trx,
    'held_invites',
    userIds.map((userId) => ({
      workspace_id: workspaceId,
      import_id: importId,
      user_id: userId,
    })),
  )
}

/**
 * Returns held people after `userId`. `is_waiting` is false for people who accepted, left, or were
 * invited from the team page.
 */
export async function listHeldPeople(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { after, limit }: { after: string; limit: number },
): Promise<HeldPerson[]> {
  const { rows } = await sql<HeldPerson>`
    select h.user_id, u.email, (u.state = 'pending' and u.invited_at is null) as is_waiting
    from held_invites h
    join users u on u.workspace_id = h.workspace_id and u.id = h.user_id
    where h.workspace_id = ${workspaceId} and h.import_id = ${importId}
      and h.user_id > ${after}
    order by h.user_id
    limit ${limit}
    for update of u`.execute(trx)
  return rows
}

export async function deleteHeldInvites(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<void> {
  await sql`
    delete from held_invites
    where workspace_id = ${workspaceId} and user_id = any(${userIds}::uuid[])`.execute(trx)
}

export async function markInvited(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  by: { userId: string; at: Date },
): Promise<void> {
  await sql`
    update users set invited_at = ${by.at}, invited_by = ${by.userId}
    where workspace_id = ${workspaceId} and id = any(${userIds}::uuid[])`.execute(trx)
}

/** Sets the time at which the held invitations of an import are sent; null: not planned. */
export async function setInviteTime(
  trx: Trx,
  workspaceId: string,
  importId: string,
  at: Date | null,
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ invites_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', importId)
    .execute()
}
