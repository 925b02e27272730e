import type { UserState } from '#contract/schemas/users.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { ListedSessionRow } from './present.ts'

const sessionsMax = 100

/** Returns the sessions of an account, newest first. Impersonation sessions are excluded. */
export async function listSessions(
  db: Db,
  accountId: string,
  at: Date,
): Promise<ListedSessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'workspace_id', 'client', 'created_at', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'session')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sessionsMax)
    .execute()
  return rows.flatMap(({ workspace_id: workspaceId, ...row }) =>
    workspaceId === null ? [] : [{ ...row, workspace_id: workspaceId }],
  )
}

export type WorkspaceChoiceRow = {
  id: string
  name: string
  logo_key: string | null
  users_count: number
  state: 'pending' | 'accepted'
  user_id: string
}

/** Returns the teams that an account may enter, by name. Runs with the account's own row access. */
export async function listMemberships(
  trx: Trx,
  accountId: string,
): Promise<Omit<WorkspaceChoiceRow, 'users_count'>[]> {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'workspaces.id')
        .onRef('files.id', '=', 'workspaces.logo_file_id'),
    )
    .where('users.account_id', '=', accountId)
    .where('users.state', 'in', ['pending', 'accepted'])
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'workspaces.id',
      'workspaces.name',
      'files.storage_key as logo_key',
      'users.state',
      'users.id as user_id',
    ])
    .orderBy('workspaces.name')
    .orderBy('workspaces.id')
    .limit(100)
    .execute()
  return rows as Omit<WorkspaceChoiceRow, 'users_count'>[]
}

/**
 * Returns the account's name in the team it joined last, and the teams that deactivated it. Runs
 * with the account's own row access.
 */
export async function findNameAndEndedMemberships(
  trx: Trx,
  accountId: string,
): Promise<{ first_name: string; last_name: string; ended: { id: string; name: string }[] }> {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.account_id', '=', accountId)
    .where('users.state', 'in', ['accepted', 'deactivated'])
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'workspaces.id',
      'workspaces.name',
      'users.state',
      'users.first_name',
      'users.last_name',
    ])
    .orderBy('users.accepted_at', (order) => order.desc().nullsLast())
    .orderBy('users.id')
    .limit(100)
    .execute()
  const namedRow = rows.find((row) => row.first_name !== '' && row.last_name !== '')
  const ended = rows.flatMap(({ state, id, name }) =>
    state === 'deactivated' ? [{ id, name }] : [],
  )
  return { first_name: namedRow?.first_name ?? '', last_name: namedRow?.last_name ?? '', ended }
}

/**
 * Returns names of account administrators, who can reactivate a member, in the order they joined.
 */
export async function listAccountAdministrators(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.demo', '=', false)
    .where('permissions.account_administrator', '=', true)
    .where('users.last_name', '<>', '')
    .select(['users.first_name', 'users.last_name'])
    .orderBy('users.accepted_at')
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map((row) => `${row.first_name} ${row.last_name}`)
}

export async function countAcceptedUsers(trx: Trx, workspaceId: string): Promise<number> {
  const row = await trx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/**
 * Returns a member of an account that may enter the team. Pending members accept by entering.
 */
export async function findEnterableMember(
  trx: Trx,
  workspaceId: string,
  accountId: string,
): Promise<{ id: string; state: UserState } | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.account_id', '=', accountId)
    .where('users.state', 'in', ['pending', 'accepted'])
    .where('workspaces.deleted_at', 'is', null)
    .select(['users.id', 'users.state'])
    .executeTakeFirst()
}

/** Accepts a member of an account. Returns false unless the member was pending. */
export async function markMemberAccepted(
  trx: Trx,
  workspaceId: string,
  userId: string,
  accountId: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set((eb) => ({ state: 'accepted', accepted_at: eb.fn.coalesce('accepted_at', eb.val(at)) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows !== 0n
}

export async function isAcceptedMember(
  trx: Trx,
  workspaceId: string,
  userId: string,
  accountId: string,
): Promise<boolean> {
  const member = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return member !== undefined
}
