import type { Database, Db, Trx } from '#server/platform/database/database.ts'
import type { Account } from './sessions.ts'

/** Logs out: ends a session, its temporary token, and all other sessions of the same sign-in. */
export async function endSignIn(
  db: Database,
  at: Date,
  { session_id: sessionId, account_id: accountId }: Account,
): Promise<void> {
  await db.account(accountId, async (trx) => {
    const own = await trx
      .selectFrom('sessions')
      .select('sign_in_id')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    const signInId = own?.sign_in_id ?? sessionId
    await runTwice(() =>
      trx
        .updateTable('sessions')
        .set({ revoked_at: at })
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('id', '=', signInId), eb('sign_in_id', '=', signInId)]))
        .execute(),
    )
  })
}

/**
 * The first update waits for a session that is being started from an ended one; the second update
 * ends that session too.
 */
async function runTwice(end: () => Promise<unknown>): Promise<void> {
  await end()
  await end()
}

/**
 * Ends sessions, access tokens and connected applications: all of a user, or all of an account
 * (except the session `keeps`, and tokens and applications with `tokens: 'stay'`). Returns the workspaces and users of the ended sessions.
 */
export async function endSessions(
  db: Db | Trx,
  at: Date,
  target:
    | { workspace_id: string; user_id: string }
    | { account_id: string; keeps?: string; tokens?: 'stay' },
): Promise<{ workspace_id: string | null; user_id: string | null }[]> {
  let query = db.updateTable('sessions').set({ revoked_at: at }).where('revoked_at', 'is', null)
  let grants = db.deleteFrom('oauth_grants')
  if ('account_id' in target) {
    query = query.where('account_id', '=', target.account_id)
    grants = grants.where('account_id', '=', target.account_id)
    if (target.tokens === 'stay') query = query.where('kind', '<>', 'token')
    if (target.keeps) query = query.where('id', '<>', target.keeps)
  } else {
    query = query
      .where('workspace_id', '=', target.workspace_id)
      .where('user_id', '=', target.user_id)
    grants = grants
      .where('workspace_id', '=', target.workspace_id)
      .where('user_id', '=', target.user_id)
  }
  if (!('tokens' in target && target.tokens === 'stay')) await grants.execute()
  const ended = query.returning(['workspace_id', 'user_id'])
  // The first update waits for a session that is being started from an ended one; the second update
  // ends that session too.
  return [...(await ended.execute()), ...(await ended.execute())]
}
