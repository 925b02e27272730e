import type { Db, Trx } from '#server/platform/database/database.ts'

type PresenceProof = { proven_at: Date | null; confined: boolean }

/** Returns when a session last proved presence and whether it is confined to its workspace. */
export async function findPresenceProof(db: Db | Trx, sessionId: string): Promise<PresenceProof> {
  return db
    .selectFrom('sessions')
    .select(['proven_at', 'confined'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/** Records a proof of presence and lifts the session's confinement. */
export async function savePresenceProof(db: Db | Trx, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: at, confined: false })
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
