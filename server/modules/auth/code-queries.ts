import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { CodePurpose } from '#server/modules/notifications/mail/account-mails.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'

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
 * Inserts a code unless an hourly limit is reached, also under concurrent requests. Returns null
 * for an inserted code, otherwise the time when the next code may be inserted.
 */
export async function insertCodeWithinLimits(db: Db, code: NewCode): Promise<Date | null> {
  const {
    rows: [row],
  } = await sql<{ free_at: Date | null }>`
    select sign_in_code_claim(${code.id}, ${code.email_hashes}::bytea[],
      ${code.client_hashes}::bytea[], ${code.sig_hash}, ${code.code_hash}, ${code.purpose},
      ${code.at}, ${code.expires_at}, ${limits.codes_per_address_and_client_per_hour},
      ${limits.codes_per_address_per_hour}, ${limits.codes_per_client_per_hour})
      as free_at`.execute(db)
  return row?.free_at ?? null
}

/** A code after its attempt was counted. `tries_left` is 0 after the last attempt. */
export type AttemptedCode = { id: string; code_hash: Buffer; tries_left: number }

/**
 * Counts an attempt before the code is checked. The write is conditional, so 100 concurrent
 * attempts still count as five. `sig` identifies the code, so other codes of the address stay
 * valid. Returns 'exhausted' if no attempt or no time is left. Returns undefined for a code that is
 * unknown, used, or of another address or purpose.
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
      select id, code_hash, tries >= ${max} or expires_at <= ${at} as exhausted
      from sign_in_codes
      where sig_hash = ${sigHash} and email_hash = any(${emailHashes}::bytea[])
        and purpose = ${purpose} and used_at is null
    ), tried as (
      update sign_in_codes c set tries = tries + 1
      from known
      where c.id = known.id and c.used_at is null and c.expires_at > ${at} and c.tries < ${max}
      returning c.id, ${max} - c.tries as tries_left
    )
    select known.id, known.code_hash, known.exhausted, tried.tries_left
    from known
    left join tried on tried.id = known.id`.execute(db)
  if (!row || row.tries_left === null) return row?.exhausted ? 'exhausted' : undefined
  return { id: row.id, code_hash: row.code_hash, tries_left: row.tries_left }
}

/** Marks a code as used. Returns false if it was used before. */
export async function markCodeUsed(db: Db | Trx, id: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_codes')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives back the attempt of a correct code. */
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
