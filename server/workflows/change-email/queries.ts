import { hourMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { pruneAccount } from '#server/modules/accounts/queries.ts'
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

/** Deletes another account with this address if no user belongs to it. */
export async function pruneAccountWithEmail(
  trx: Trx,
  email: string,
  exceptAccountId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where email = ${email} and id <> ${exceptAccountId}`.execute(trx)
  for (const { id } of rows) await pruneAccount(trx, id)
}

/** Changes the address of an account and of its users in every team. Throws email_taken. */
export async function changeAccountEmail(
  trx: Trx,
  accountId: string,
  email: string,
): Promise<void> {
  await sql`select account_change_email(${accountId}, ${email})`.execute(trx)
}

/**
 * Restores the old address of an account and of its users in every team. Throws email_taken.
 */
export async function restoreAccountEmail(
  trx: Trx,
  accountId: string,
  email: string,
  at: Date,
): Promise<void> {
  await sql`select account_restore_email(${accountId}, ${email}, ${at})`.execute(trx)
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

/**
 * Deletes an authenticator app that was added after `since`, or is not confirmed. Returns false if
 * there was no confirmed one.
 */
export async function deleteFactorAddedSince(
  trx: Trx,
  accountId: string,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ confirmed_at: Date | null }>`
    delete from second_factors
    where account_id = ${accountId} and (confirmed_at is null or confirmed_at > ${since})
    returning confirmed_at`.execute(trx)
  return rows.some((row) => row.confirmed_at !== null)
}
