import { hourMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { selectPeople } from '#server/modules/users/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export async function findOwnEmail(trx: Trx, workspaceId: string, userId: string): Promise<string> {
  return (
    await trx
      .selectFrom('users')
      .select('email')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).email
}

export async function isEmailTaken(trx: Trx, workspaceId: string, email: string): Promise<boolean> {
  return (
    (await trx
      .selectFrom('users')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('email', '=', email)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Locks the user's row and returns the picture's file id. Concurrent uploads run one after the
 * other.
 */
export async function lockAvatar(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  return (
    await trx
      .selectFrom('users')
      .select('avatar_file_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).avatar_file_id
}

type AddressChange = {
  id: string
  account_id: string
  old_email: string
  new_email: string
  changed_at: Date
}

export async function insertAddressChange(
  trx: Trx,
  change: Omit<AddressChange, 'id' | 'changed_at'> & { undo_hash: Buffer },
  at: Date,
): Promise<void> {
  await trx
    .insertInto('address_changes')
    .values({ ...change, id: newId(at), changed_at: at })
    .execute()
}

/** Returns a change of address that can still be undone, by the hash of its undo token. */
export async function findUndoableChange(
  db: Db | Trx,
  undoHash: Buffer,
  at: Date,
): Promise<AddressChange | undefined> {
  return db
    .selectFrom('address_changes')
    .select(['id', 'account_id', 'old_email', 'new_email', 'changed_at'])
    .where('undo_hash', '=', undoHash)
    .where('undone_at', 'is', null)
    .where('changed_at', '>', new Date(at.getTime() - limits.address_undo_days * 24 * hourMs))
    .executeTakeFirst()
}

/**
 * Marks a change and all later ones of the account as undone, which invalidates their links.
 * Returns the addresses of these changes, or undefined if the change was undone before.
 */
export async function markUndone(
  trx: Trx,
  { id, account_id: accountId, changed_at: changedAt }: AddressChange,
  at: Date,
): Promise<string[] | undefined> {
  // The lock serializes undo requests of one account.
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const undone = await trx
    .updateTable('address_changes')
    .set({ undone_at: at })
    .where('account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', id), eb('changed_at', '>', changedAt)]))
    .returning(['id', 'new_email'])
    .execute()
  return undone.some((row) => row.id === id) ? undone.map((row) => row.new_email) : undefined
}

/** Locks an account, which serializes changes of its address. Returns the current address. */
export async function lockAccountEmail(trx: Trx, accountId: string): Promise<string> {
  return (
    await trx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).email
}

/**
 * Returns when the danger zone opens again after a change of address, or undefined if it is open.
 */
export async function dangerZoneOpensAt(
  db: Db | Trx,
  accountId: string,
  at: Date,
): Promise<Date | undefined> {
  const waitMs = limits.danger_zone_wait_hours * hourMs
  const row = await db
    .selectFrom('address_changes')
    .select((eb) => eb.fn.max('changed_at').as('changed_at'))
    .where('account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .where('changed_at', '>', new Date(at.getTime() - waitMs))
    .executeTakeFirst()
  const changedAt = row?.changed_at as Date | null | undefined
  return changedAt ? new Date(changedAt.getTime() + waitMs) : undefined
}

/** Removes an authenticator app that was added after `since`. Returns false if there was none. */
export async function removeFactorAddedSince(
  trx: Trx,
  accountId: string,
  since: Date,
): Promise<boolean> {
  const { rows } =
    await sql`delete from second_factors where account_id = ${accountId} and (confirmed_at is null
      or confirmed_at > ${since}) returning confirmed_at`.execute(trx)
  return rows.some((row) => (row as { confirmed_at: Date | null }).confirmed_at !== null)
}

export function findProfile(trx: Trx, workspaceId: string, userId: string) {
  return selectPeople(trx, workspaceId)
    .select(['users.birth_date', 'users.hire_date', 'users.show_dates', 'users.created_at'])
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.workspace_id', '=', 'users.workspace_id')
        .onRef('wallets.user_id', '=', 'users.id'),
    )
    .select('wallets.balance')
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

type RecognitionTotals = { given: number; received: number; posts: number }

/** Returns the total points and posts of a member, with or without private posts. */
export async function sumRecognition(
  trx: Trx,
  workspaceId: string,
  userId: string,
  includesPrivate: boolean,
): Promise<RecognitionTotals> {
  const { rows } = await sql<RecognitionTotals>`
    select coalesce(sum(given_points), 0)::float8 as given,
      coalesce(sum(received_points), 0)::float8 as received,
      coalesce(sum(given_posts + received_posts), 0)::float8 as posts
    from total_recognition where workspace_id = ${workspaceId} and user_id = ${userId}
      and (${includesPrivate} or not private)`.execute(trx)
  return rows[0] ?? { given: 0, received: 0, posts: 0 }
}
