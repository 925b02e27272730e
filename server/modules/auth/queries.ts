import { sql } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import type { CodePurpose } from '#server/modules/notifications/mail/account-mails.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { ListedSessionRow } from './present.ts'

export type NewCode = {
  id: string
  email_hashes: Buffer[]
  client_hashes: Buffer[]
  sig_hash: Buffer
  code_hash: Buffer
  purpose: CodePurpose
  at: Date
  expires_at: Date
}
/**
 * Inserts a code unless an hourly limit is reached, also for requests at once. Returns the time
 * when the next code may be inserted, null for an inserted one.
 */
export async function insertCodeWithinLimits(db: Db, code: NewCode): Promise<Date | null> {
  const {
    rows: [row],
  } = await sql<{
    free_at: Date | null
  }>`select sign_in_code_claim(${code.id}, ${code.email_hashes}::bytea[],
    ${code.client_hashes}::bytea[], ${code.sig_hash}, ${code.code_hash}, ${code.purpose},
    ${code.at}, ${code.expires_at}, ${limits.codes_per_address_and_client_per_hour},
      ${limits.codes_per_address_per_hour}, ${limits.codes_per_client_per_hour}) as free_at`.execute(
    db,
  )
  return row?.free_at ?? null
}

/** A code after a try of it was counted. `tries_left` is 0 after the last try. */
export type AttemptedCode = { id: string; code_hash: Buffer; tries_left: number }
/**
 * Counts a try before it is checked: a conditional write, so that 100 tries at once are still five.
 * The code is the one that `sig` was issued for; other codes of the address stay valid. Returns
 * 'exhausted' for a code without tries or time left, undefined for any other that cannot be tried:
 * unknown, used, of another address or purpose.
 */
export async function countAttempt(
  db: Db,
  sigHash: Buffer,
  emailHashes: Buffer[],
  purpose: CodePurpose,
  at: Date,
  max: number,
): Promise<AttemptedCode | 'exhausted' | undefined> {
  const {
    rows: [row],
  } = await sql<{ id: string; code_hash: Buffer; exhausted: boolean; tries_left: number | null }>`
    with known as (
      select id, code_hash, tries >= ${max} or expires_at <= ${at} as exhausted from sign_in_codes
        where sig_hash = ${sigHash} and email_hash = any(${emailHashes}::bytea[])
        and purpose = ${purpose} and used_at is null
    ), tried as (
      update sign_in_codes c set tries = tries + 1 from known where c.id = known.id
        and c.used_at is null and c.expires_at > ${at} and c.tries < ${max}
        returning c.id, ${max} - c.tries as tries_left
    )
    select known.id, known.code_hash, known.exhausted, tried.tries_left from known left join tried
      on tried.id = known.id`.execute(db)
  if (!row || row.tries_left === null) return row?.exhausted ? 'exhausted' : undefined
  return { id: row.id, code_hash: row.code_hash, tries_left: row.tries_left }
}

/** Uses a code up; false when somebody else was first. */
export async function markCodeUsed(db: Db | Trx, id: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_codes')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
/** The code was right: it was no wrong try. */
export async function refundAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('tries', '>', 0)
    .execute()
}
export async function deleteCode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('id', '=', id).execute()
}

export async function findAccountBySub(
  db: Db | Trx,
  sub: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('google_sub', '=', sub)
    .executeTakeFirst()
}
/** Whether an account is linked to another `sub` of Google. */
export async function isLinkedElsewhere(db: Db, id: string, sub: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', id)
      .where('google_sub', '<>', sub)
      .executeTakeFirst()) !== undefined
  )
}
/** Links an account to Google's `sub`; false when it is already linked to another. */
export async function linkGoogle(db: Db | Trx, id: string, sub: string): Promise<boolean> {
  await db
    .updateTable('accounts')
    .set({ google_sub: sub })
    .where('id', '=', id)
    .where('google_sub', 'is', null)
    .execute()
  return (await findAccountBySub(db, sub))?.id === id
}

export async function isNonceUsed(db: Db, nonceHash: Buffer): Promise<boolean> {
  return (
    (await db
      .selectFrom('used_google_nonces')
      .select('nonce_hash')
      .where('nonce_hash', '=', nonceHash)
      .executeTakeFirst()) !== undefined
  )
}
/** Marks a nonce as used; false when it was used before, also for requests at once. */
export async function markNonceUsed(
  db: Db | Trx,
  nonce: { nonce_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_google_nonces')
    .values(nonce)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Somebody accepted who can sign in, by address or id. */
export async function findImpersonationTarget(
  trx: Trx,
  workspaceId: string,
  by: { email: string } | { id: string },
): Promise<{ id: string; account_id: string | null } | undefined> {
  const query = trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select(['users.id', 'users.account_id'])
    .where('users.workspace_id', '=', workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.account_id', 'is not', null)
    .where('workspaces.deleted_at', 'is', null)
  return (
    'email' in by
      ? query.where('users.email', '=', normalizeAddress(by.email) ?? '')
      : query.where('users.id', '=', by.id)
  ).executeTakeFirst()
}
/** Uses an impersonation link up; undefined when it is unknown, used or too old. */
export async function consumeImpersonationLink(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<{ user_id: string; operator: string } | undefined> {
  return trx
    .updateTable('impersonation_links')
    .set({ used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'operator'])
    .executeTakeFirst()
}

const sessionsMax = 100
/**
 * Where an account is signed in, newest first. An operator's session is no sign-in of the person.
 */
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

/** The teams of an account that it may enter, by name. Runs in the account's own scope. */
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
 * The name an account has in the team it joined last, and the teams it was deactivated in. Runs in
 * the account's own scope.
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
  const named = rows.find((row) => row.first_name !== '' && row.last_name !== '')
  const ended = rows.flatMap(({ state, id, name }) =>
    state === 'deactivated' ? [{ id, name }] : [],
  )
  return { first_name: named?.first_name ?? '', last_name: named?.last_name ?? '', ended }
}
/** Names of people who can let somebody back into the team, the longest in it first. */
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
 * Accepts a pending member of this account and uses their invites up. Returns false when an
 * administrator has moved the address to somebody else, or canceled the invite, at this very
 * moment.
 */
export async function acceptMembership(
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
    .where('state', 'in', ['pending', 'accepted'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('invites')
    .set({ used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  return true
}
