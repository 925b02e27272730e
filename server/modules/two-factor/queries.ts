import { sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'

type TwoFactorRow = { confirmed_at: Date | null; recovery_codes_left: number }

/** Returns the second factor of an account, including one that is not confirmed yet. */
export async function findTwoFactor(db: Db, accountId: string): Promise<TwoFactorRow | undefined> {
  const { rows } = await sql<TwoFactorRow>`
    select confirmed_at,
      (select count(*) from recovery_codes r where r.account_id = f.account_id)
        as recovery_codes_left
    from second_factors f
    where account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Returns the account id for an address or id if the account has a confirmed second factor. */
export async function findTwoFactorAccountId(
  db: Db | Trx,
  by: { email: string } | { id: string },
): Promise<string | undefined> {
  const query = db
    .selectFrom('second_factors')
    .innerJoin('accounts', 'accounts.id', 'second_factors.account_id')
    .where('confirmed_at', 'is not', null)
    .select('accounts.id')
  return (
    await (
      'id' in by
        ? query.where('accounts.id', '=', by.id)
        : query.where('accounts.email', '=', by.email)
    ).executeTakeFirst()
  )?.id
}

/**
 * Starts a setup and replaces an unfinished one. Returns false if the account already has a second
 * factor.
 */
export async function insertTwoFactorSetup(
  db: Db,
  accountId: string,
  secret: Buffer,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into second_factors as f (account_id, secret, created_at, tries_since)
    values (${accountId}, ${secret}, ${at}, ${at})
    on conflict (account_id) do update
    set secret = excluded.secret, created_at = excluded.created_at, last_step = 0, tries = 0,
      tries_since = excluded.tries_since
    where f.confirmed_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Confirms a setup. Returns false if it was confirmed before. */
export async function markTwoFactorConfirmed(
  trx: Trx,
  accountId: string,
  step: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: step, tries: 0, tries_since: at })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the row of a confirmed second factor and returns its encrypted secret. */
export async function lockTwoFactorSecret(
  trx: Trx,
  accountId: string,
): Promise<Buffer | undefined> {
  return (
    await trx
      .selectFrom('second_factors')
      .select('secret')
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
  )?.secret
}

/** Deletes the second factor and its recovery codes. Returns false if there was none. */
export async function deleteTwoFactor(trx: Trx, accountId: string): Promise<boolean> {
  return (
    (
      await trx
        .deleteFrom('second_factors')
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
    ).numDeletedRows === 1n
  )
}

/** Maximum number of attempts per time window. */
export type AttemptLimit = { max: number; ms: number }

/**
 * Counts an attempt before the code is checked. The write is conditional, so a hundred concurrent
 * attempts on any number of processes still count as ten. Returns the encrypted secret, or the
 * start of the lockout. Returns undefined if there is nothing to check.
 */
export async function countTwoFactorAttempt(
  db: Db,
  accountId: string,
  state: 'on' | { startedAfter: Date },
  at: Date,
  { max, ms }: AttemptLimit,
): Promise<{ secret: Buffer } | { lockedSince: Date } | undefined> {
  const window = new Date(at.getTime() - ms)
  const condition =
    state === 'on'
      ? sql`confirmed_at is not null`
      : sql`confirmed_at is null and created_at > ${state.startedAfter}`
  const {
    rows: [counted],
  } = await sql<{ secret: Buffer }>`
    update second_factors
    set tries = case when tries_since <= ${window} then 1 else tries + 1 end,
      tries_since = case
        when tries = 0 or tries_since <= ${window} then ${at}
        else tries_since
      end
    where account_id = ${accountId} and ${condition}
      and (tries < ${max} or tries_since <= ${window})
    returning secret`.execute(db)
  if (counted) return counted
  const {
    rows: [locked],
  } = await sql<{ lockedSince: Date }>`
    select tries_since as "lockedSince"
    from second_factors
    where account_id = ${accountId} and ${condition}`.execute(db)
  return locked
}

/**
 * Marks a TOTP step as used and refunds the attempt. Returns false if this step or a later one was
 * used before.
 */
export async function consumeTotpStep(trx: Trx, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set((eb) => ({
      last_step: step,
      tries: eb.fn<number>('greatest', [eb('tries', '-', 1), eb.val(0)]),
    }))
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(
  trx: Trx,
  accountId: string,
  hashes: Buffer[],
  at: Date,
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(
      hashes.map((codeHash) => ({ account_id: accountId, code_hash: codeHash, created_at: at })),
    )
    .execute()
}

/** Deletes a recovery code. Returns how many are left, or undefined for a wrong code. */
export async function consumeRecoveryCode(
  trx: Trx,
  accountId: string,
  codeHash: Buffer,
): Promise<number | undefined> {
  // Locks the account's row first, so concurrent codes count the remainder correctly.
  await sql`
    update second_factors set tries = greatest(tries - 1, 0)
    where account_id = ${accountId}`.execute(trx)
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return undefined
  const { left } = await trx
    .selectFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Returns the teams of an account in any state. The first one sends its mails. */
export async function listAccountWorkspaceIds(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.account(accountId, (trx) =>
    trx
      .selectFrom('users')
      .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
      .select('users.workspace_id')
      .where('users.account_id', '=', accountId)
      .where('workspaces.deleted_at', 'is', null)
      .orderBy((eb) => eb('users.state', '=', 'accepted'), 'desc')
      .orderBy('users.created_at')
      .orderBy('users.id')
      .execute(),
  )
  return rows.map((row) => row.workspace_id)
}

/** Returns an account as a mail recipient in a team. */
export async function findAccountRecipient(
  trx: Trx,
  workspaceId: string,
  accountId: string,
): Promise<{ user_id: string; to: string; language: Language } | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .where('users.workspace_id', '=', workspaceId)
    .where('users.account_id', '=', accountId)
    .select((eb) => [
      'users.id as user_id',
      'users.email as to',
      eb.fn.coalesce('users.language', 'settings.language').as('language'),
    ])
    .executeTakeFirst()
}
