import { sql } from 'kysely'
import { checkCode, sendCode } from '#server/modules/auth/codes.ts'
import { swapPicture } from '#server/modules/files/rules.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { fail } from '#server/platform/errors.ts'
import type { Call } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, endSessions } from '#server/platform/sessions.ts'
import { findAvatar, findOwnEmail, hasEmail } from './queries.ts'

/**
 * Sends a code to a new address, or to one's own for what cannot be undone (the danger zone asks for that one).
 * Refuses with email_taken when somebody of this team has the new address, too_many and mail_failed.
 */
export async function sendOwnCode(services: Services, { actor, body: { email }, client, language, at }: Call<'profiles.get_code'>): Promise<string> {
  const { workspace_id, user_id } = actor
  const [own, taken] = await services.db.tenant(workspace_id, async (trx) => [
    await findOwnEmail(trx, workspace_id, user_id), await hasEmail(trx, workspace_id, email),
  ] as const)
  if (email !== own && taken) fail('email_taken', { field: 'email' })
  return sendCode(services, { email, client, language, at, purpose: email === own ? 'danger' : 'change_email' })
}

/**
 * Changes the address of the account, in every team it is in, once the code proves the new one. The old address is told,
 * and every other session of the account ends. Refuses with invalid_code and email_taken.
 */
export async function changeEmail(services: Services, actor: Actor, proof: { email: string; sig: string; code: string; at: Date }): Promise<void> {
  const { workspace_id, user_id, account_id } = actor
  const { email, at } = proof
  await checkCode(services, { ...proof, purpose: 'change_email' })
  await services.db.tenant(workspace_id, async (trx) => {
    const old = await findOwnEmail(trx, workspace_id, user_id)
    // Somebody who has only tried to sign in with the new address left an account that no team knows: it is theirs too.
    await sql`select accounts_prune(array(select id from accounts where email = ${email} and id <> ${account_id}))`.execute(trx)
    await sql`select account_change_email(${account_id}, ${email})`.execute(trx)
    await endSessions(trx, at, { account_id, keeps: actor.session_id })
    await enqueueMails(trx, workspace_id, [{ to: old, language: actor.language, user_id, kind: 'address_changed', params: {} }], at)
  })
}

/** Puts a new picture of oneself in the place of the old one; without a file the initials come back. */
export async function changeAvatar(services: Services, actor: Actor, file: Buffer | undefined, at: Date): Promise<{ url: string | null }> {
  const { workspace_id, user_id } = actor
  return swapPicture(services, actor, { kind: 'avatar', file, at }, {
    find: (trx) => findAvatar(trx, workspace_id, user_id),
    put: (trx, avatar_file_id) => trx.updateTable('users').set({ avatar_file_id }).where('workspace_id', '=', workspace_id).where('id', '=', user_id).execute(),
  })
}
