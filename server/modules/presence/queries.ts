import type { Db, Trx } from '#server/platform/database/database.ts'

type PresenceProof = { proven_at: Date | null; confined: boolean }
/**
 * When the person of a session last proved to be there, and whether the session stays in its
 * workspace.
 */
export async function findPresenceProof(db: Db | Trx, sessionId: string): Promise<PresenceProof> {
  return db
    .selectFrom('sessions')
    .select(['proven_at', 'confined'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}
/** Keeps a proof of presence; the session may enter other workspaces from now on. */
export async function savePresenceProof(db: Db | Trx, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: at, confined: false })
    .where('id', '=', sessionId)
    .execute()
}
/**
 * Forgets the proofs of the other sessions of an account: they were given without its new second
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

export async function findAccountEmail(db: Db | Trx, accountId: string): Promise<string> {
  return (
    await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).email
}
