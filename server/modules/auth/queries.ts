import { sql } from 'kysely'
import type { CodePurpose } from '#server/adapters/mail/templates.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { SessionRow } from './present.ts'

/** When the oldest of the last `max` codes of an address (or client) was made, if that many were made since `since`. */
export async function oldestOfMany(db: Db, by: 'email_hash' | 'client_hash', hashes: Buffer[], since: Date, max: number): Promise<Date | undefined> {
  const rows = await db.selectFrom('sign_in_codes').select('created_at').where(by, 'in', hashes).where('created_at', '>', since)
    .orderBy('created_at', 'desc').limit(max).execute()
  return rows.length < max ? undefined : rows.at(-1)?.created_at
}

export async function insertCode(
  db: Db, code: { id: string; email_hash: Buffer; client_hash: Buffer; sig_hash: Buffer; code_hash: Buffer; purpose: CodePurpose; at: Date; expires_at: Date },
): Promise<void> {
  const { at, ...rest } = code
  await db.insertInto('sign_in_codes').values({ ...rest, created_at: at, used_at: null }).execute()
}

/**
 * Counts a try before it is judged: a conditional write, so that a hundred at once are still five. Answers the code's
 * hash while tries are left and it is the newest of its address and purpose.
 */
export async function takeTry(db: Db, sig_hash: Buffer, email_hashes: Buffer[], purpose: CodePurpose, at: Date, max: number): Promise<{ id: string; code_hash: Buffer } | undefined> {
  const { rows } = await sql<{ id: string; code_hash: Buffer }>`
    update sign_in_codes c set tries = tries + 1
    where sig_hash = ${sig_hash} and email_hash = any(${email_hashes}::bytea[]) and purpose = ${purpose} and used_at is null and expires_at > ${at} and tries < ${max}
      and not exists (select 1 from sign_in_codes n where n.email_hash = any(${email_hashes}::bytea[]) and n.purpose = c.purpose and (n.created_at, n.id) > (c.created_at, c.id))
    returning id, code_hash`.execute(db)
  return rows[0]
}

/** Uses a code up; false when somebody else was first. */
export async function spendCode(db: Db | Trx, id: string, at: Date): Promise<boolean> {
  const result = await db.updateTable('sign_in_codes').set({ used_at: at }).where('id', '=', id).where('used_at', 'is', null).executeTakeFirst()
  return result.numUpdatedRows === 1n
}
/** The code was right: it was no wrong try. */
export async function returnTry(db: Db, id: string): Promise<void> {
  await db.updateTable('sign_in_codes').set((eb) => ({ tries: eb('tries', '-', 1) })).where('id', '=', id).where('tries', '>', 0).execute()
}
export async function dropCode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('id', '=', id).execute()
}

/** The accounts of addresses by address, made where there is none yet. In the order of the addresses, so that two calls never wait for each other. */
export async function accountsOf(db: Db | Trx, emails: string[], at: Date): Promise<Map<string, string>> {
  const sorted = emails.toSorted()
  const find = async (among: string[]) => {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from accounts where email = any(${among})`.execute(db)
    return new Map(rows.map((row) => [row.email, row.id]))
  }
  const found = await find(sorted)
  const missing = sorted.filter((email) => !found.has(email))
  if (!missing.length) return found
  await sql`insert into accounts (id, email, created_at) select id, email, ${at} from unnest(${missing.map(() => newId(at))}::uuid[], ${missing}::text[]) as one (id, email)
    on conflict (email) do nothing`.execute(db)
  return new Map([...found, ...await find(missing)])
}

/** The account of an address, made when there is none yet. */
export async function accountOf(db: Db | Trx, email: string, at: Date): Promise<string> {
  const id = (await accountsOf(db, [email], at)).get(email)
  if (!id) throw new Error('account missing')
  return id
}

export async function findAccountBySub(db: Db | Trx, sub: string): Promise<{ id: string; email: string } | undefined> {
  return db.selectFrom('accounts').select(['id', 'email']).where('google_sub', '=', sub).executeTakeFirst()
}
/** Whether an account is linked to another `sub` of Google. */
export async function isLinkedElsewhere(db: Db, id: string, sub: string): Promise<boolean> {
  return await db.selectFrom('accounts').select('id').where('id', '=', id).where('google_sub', '<>', sub).executeTakeFirst() !== undefined
}
/** Links an account to Google's `sub`; false when it is already linked to another. */
export async function linkGoogle(db: Db | Trx, id: string, sub: string): Promise<boolean> {
  await db.updateTable('accounts').set({ google_sub: sub }).where('id', '=', id).where('google_sub', 'is', null).execute()
  return (await findAccountBySub(db, sub))?.id === id
}

/** Somebody accepted who can sign in, by address or id. */
export async function findImpersonated(trx: Trx, workspace_id: string, by: { email: string } | { id: string }): Promise<{ id: string; account_id: string | null } | undefined> {
  const query = trx.selectFrom('users').innerJoin('workspaces', 'workspaces.id', 'users.workspace_id').select(['users.id', 'users.account_id'])
    .where('users.workspace_id', '=', workspace_id).where('users.state', '=', 'accepted').where('users.account_id', 'is not', null).where('workspaces.deleted_at', 'is', null)
  return ('email' in by ? query.where('users.email', '=', by.email.toLowerCase()) : query.where('users.id', '=', by.id)).executeTakeFirst()
}
/** Uses an impersonation link up; undefined when it is unknown, used or too old. */
export async function spendImpersonationLink(trx: Trx, workspace_id: string, token_hash: Buffer, at: Date): Promise<{ user_id: string; operator: string } | undefined> {
  return trx.updateTable('impersonation_links').set({ used_at: at }).where('workspace_id', '=', workspace_id).where('token_hash', '=', token_hash)
    .where('used_at', 'is', null).where('expires_at', '>', at).returning(['user_id', 'operator']).executeTakeFirst()
}

const sessions_shown = 100
/** Where an account is signed in, newest first. An operator's session is no sign-in of the person. */
export async function listSessions(db: Db, account_id: string, at: Date): Promise<SessionRow[]> {
  const rows = await db.selectFrom('sessions').select(['id', 'workspace_id', 'client', 'created_at', 'seen_at'])
    .where('account_id', '=', account_id).where('kind', '=', 'session').where('revoked_at', 'is', null).where('expires_at', '>', at)
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sessions_shown).execute()
  return rows.flatMap(({ workspace_id, ...row }) => (workspace_id === null ? [] : [{ ...row, workspace_id }]))
}

export type ChoiceRow = { id: string; name: string; logo_key: string | null; users_count: number; state: 'pending' | 'accepted'; user_id: string }

/** The teams of an account that it may enter, by name. Runs in the account's own scope. */
export async function listMemberships(trx: Trx, account_id: string): Promise<Omit<ChoiceRow, 'users_count'>[]> {
  const rows = await trx.selectFrom('users').innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .leftJoin('files', (join) => join.onRef('files.workspace_id', '=', 'workspaces.id').onRef('files.id', '=', 'workspaces.logo_file_id'))
    .where('users.account_id', '=', account_id).where('users.state', 'in', ['pending', 'accepted']).where('workspaces.deleted_at', 'is', null)
    .select(['workspaces.id', 'workspaces.name', 'files.storage_key as logo_key', 'users.state', 'users.id as user_id'])
    .orderBy('workspaces.name').orderBy('workspaces.id').limit(100).execute()
  return rows as Omit<ChoiceRow, 'users_count'>[]
}

export async function countUsers(trx: Trx, workspace_id: string): Promise<number> {
  const row = await trx.selectFrom('users').where('workspace_id', '=', workspace_id).where('state', '=', 'accepted').where('demo', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return Number(row.n)
}

/** A pending member becomes accepted; its invites are used up. */
export async function acceptMember(trx: Trx, workspace_id: string, user_id: string, at: Date): Promise<void> {
  await trx.updateTable('users').set({ state: 'accepted', accepted_at: at }).where('workspace_id', '=', workspace_id).where('id', '=', user_id).where('state', '=', 'pending').execute()
  await trx.updateTable('invites').set({ used_at: at }).where('workspace_id', '=', workspace_id).where('user_id', '=', user_id)
    .where('used_at', 'is', null).where('revoked_at', 'is', null).execute()
}
