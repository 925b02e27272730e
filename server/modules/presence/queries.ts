import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

type PresenceProof = {
  proven_at: Date | null
  confined: boolean
  sso_connection_id: string | null
}

/**
 * Returns when a session last proved presence, whether it is confined to its workspace, and the
 * connection of single sign-on that started it.
 */
export async function findPresenceProof(db: Db | Trx, sessionId: string): Promise<PresenceProof> {
  return db
    .selectFrom('sessions')
    .select(['proven_at', 'confined', 'sso_connection_id'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/**
 * Records a proof of presence and lifts the session's confinement, unless single sign-on started it:
 * such a session never leaves its workspace.
 */
export async function savePresenceProof(
  db: Db | Trx,
  sessionId: string,
  at: Date,
  { secondFactor }: { secondFactor: boolean },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      proven_at: at,
      confined: sql<boolean>`sso_connection_id is not null`,
      ...(secondFactor ? { second_factor: true } : {}),
    })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Clears the proofs of an account's other sessions, because they were given without the new second
 * factor.
 */
export async function clearOtherPresenceProofs(
  trx: Trx,
  accountId: string,
  sessionId: string,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ proven_at: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', sessionId)
    .where('proven_at', 'is not', null)
    .execute()
}

/** Records that a session passed the second factor when its owner added one. */
export async function markSecondFactorPassed(trx: Trx, sessionId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ second_factor: true })
    .where('id', '=', sessionId)
    .execute()
}

/** Forgets that sessions of an account passed the second factor, which no longer exists. */
export async function clearSecondFactorPassed(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ second_factor: false })
    .where('account_id', '=', accountId)
    .where('second_factor', '=', true)
    .execute()
}
