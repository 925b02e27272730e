import { sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'

type TwoFactorRow = { confirmed_at: Date | null; recovery_codes_left: number }
/** The second factor of an account, also while it is being set up. */
export async function findTwoFactor(db: Db, accountId: string): Promise<TwoFactorRow | undefined> {
  const { rows } =
    await sql<TwoFactorRow>`select confirmed_at, (select count(*) from recovery_codes r
      where r.account_id = f.account_id) as recovery_codes_left
    from second_factors f where account_id = ${accountId}`.execute(db)
  return rows[0]
}
/** The account behind an address or an id, if it has a second factor. */
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
 * Begins a set-up, in the place of one that was not finished; false when there is a second factor
 * already.
 */
export async function insertTwoFactorSetup(
  db: Db,
  accountId: string,
  secret: Buffer,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into second_factors as f (account_id, secret, created_at, tries_since)
      values (${accountId}, ${secret}, ${at}, ${at})
    on conflict (account_id) do update set secret = excluded.secret,
      created_at = excluded.created_at, last_step = 0, tries = 0, tries_since = excluded.tries_since
      where f.confirmed_at is null`.execute(db)
  return numAffectedRows === 1n
}
/** Switches a set-up on; false when somebody else was first. */
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
/** The sealed secret of a second factor that is on, whose row stays locked. */
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
/** Takes the second factor away, with its recovery codes; false when there was none. */
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

/** How many tries there are in how long. */
export type AttemptLimit = { max: number; ms: number }
/**
 * Counts a try before it is judged: a conditional write, so that a hundred at once, over however
 * many processes, are still ten. Answers the sealed secret, or since when no more is judged;
 * undefined when there is nothing to try.
 */
export async function countTwoFactorAttempt(
  db: Db,
  accountId: string,
  which: 'on' | { begun_after: Date },
  at: Date,
  { max, ms }: AttemptLimit,
): Promise<{ secret: Buffer } | { held_since: Date } | undefined> {
  const window = new Date(at.getTime() - ms)
  const stands =
    which === 'on'
      ? sql`confirmed_at is not null`
      : sql`confirmed_at is null and created_at > ${which.begun_after}`
  const {
    rows: [taken],
  } = await sql<{
    secret: Buffer
  }>`update second_factors set tries = case when tries_since <= ${window} then 1
    else tries + 1 end, tries_since = case when tries = 0 or tries_since <= ${window} then ${at}
    else tries_since end
    where account_id = ${accountId} and ${stands} and (tries < ${max} or tries_since <= ${window})
      returning secret`.execute(db)
  if (taken) return taken
  const {
    rows: [held],
  } = await sql<{
    held_since: Date
  }>`select tries_since as held_since from second_factors where account_id = ${accountId}
    and ${stands}`.execute(db)
  return held
}
/**
 * Takes a step of the app, once; a right code was no wrong try. False when it, or a later one, was
 * taken already.
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
/** Takes a recovery code, once; answers how many are left, undefined for a wrong one. */
export async function consumeRecoveryCode(
  trx: Trx,
  accountId: string,
  codeHash: Buffer,
): Promise<number | undefined> {
  // The account's row first: of two codes at once, each counts what the other has left.
  await sql`update second_factors set tries = greatest(tries - 1, 0)
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

/** The teams of an account, whatever it is there; first the one that its mails go out from. */
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
/** An account as a team knows it. */
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
