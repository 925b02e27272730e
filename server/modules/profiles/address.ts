import { sql } from 'kysely'
import type { BodyOf } from '#contract/routes.ts'
import { verifyAndConsumeCode, sendCode } from '#server/modules/auth/codes.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { provePresence, requirePresence, sendPresenceCode } from '#server/modules/presence/rules.ts'
import {
  findAccountRecipient,
  listAccountWorkspaceIds,
} from '#server/modules/secondfactor/queries.ts'
import { audit } from '#server/platform/audit.ts'
import { requestContext } from '#server/platform/context.ts'
import type { Trx } from '#server/platform/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { RouteCall } from '#server/platform/http.ts'
import { newToken, hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, endSessions } from '#server/platform/sessions.ts'
import {
  findOwnEmail,
  findUndoableChange,
  isEmailTaken,
  insertAddressChange,
  lockAccountEmail,
  markUndone,
  removeFactorAddedSince,
} from './queries.ts'

/**
 * Sends a code to a new address, which takes presence, or a presence code to one's own. Throws
 * email_taken when somebody of this team has the new address, presence_required, too_many and
 * mail_failed.
 */
export async function sendProfileCode(
  services: Services,
  { actor, body: { email }, clientAddress, language, at }: RouteCall<'profiles.get_code'>,
): Promise<string> {
  const { workspace_id, user_id } = actor
  const [own, taken] = await services.db.tenant(
    workspace_id,
    async (trx) =>
      [
        await findOwnEmail(trx, workspace_id, user_id),
        await isEmailTaken(trx, workspace_id, email),
      ] as const,
  )
  if (email === own)
    return sendPresenceCode(services, { actor, clientAddress: clientAddress, language, at })
  await requirePresence(services, actor, at)
  if (taken) throwRefusal('email_taken', { field: 'email' })
  return sendCode(services, { email, client: clientAddress, language, at, purpose: 'change_email' })
}

/**
 * Proves presence by the code sent to one's own address, or changes the address by the code sent to
 * a new one.
 */
export async function verifyProfileCode(
  services: Services,
  actor: Actor,
  body: BodyOf<'profiles.verify_code'>,
  at: Date,
): Promise<void> {
  const own = await services.db.tenant(actor.workspace_id, (trx) =>
    findOwnEmail(trx, actor.workspace_id, actor.user_id),
  )
  if (body.email === own)
    return provePresence(services, actor, { sig: body.sig, code: body.code }, at)
  await requirePresence(services, actor, at)
  return changeEmailAddress(services, actor, { ...body, at })
}

/**
 * Changes the address of the account, in every team it is in, once the code proves the new one. The
 * old address is told and can undo it, and every other session and access token of the account
 * ends. Throws invalid_code and email_taken.
 */
async function changeEmailAddress(
  services: Services,
  actor: Actor,
  proof: { email: string; sig: string; code: string; at: Date },
): Promise<void> {
  const { workspace_id, user_id, account_id } = actor
  const { email, at } = proof
  await verifyAndConsumeCode(services, { ...proof, purpose: 'change_email' })
  const token = newToken()
  await services.db.tenant(workspace_id, async (trx) => {
    const old = await lockAccountEmail(trx, account_id)
    // Somebody who has only tried to sign in with the new address left an account that no team
    // knows: it is theirs too.
    await sql`select accounts_prune(array(select id from accounts where email = ${email}
      and id <> ${account_id}))`.execute(trx)
    await sql`select account_change_email(${account_id}, ${email})`.execute(trx)
    await endSessions(trx, at, { account_id, keeps: actor.session_id })
    await insertAddressChange(
      trx,
      { account_id, old_email: old, new_email: email, undo_hash: hashToken(token) },
      at,
    )
    await audit(trx, actor, 'address.change', { user_id }, at)
    // In the fragment: it reaches no server's log before the person presses the button.
    const link = `${services.config.publicUrl}/undo-address#token=${token}`
    await enqueueMails(
      trx,
      workspace_id,
      [{ to: old, language: actor.language, user_id, kind: 'address_changed', params: { link } }],
      at,
    )
  })
}

/**
 * Puts the old address of an account back in every team, by the token mailed to it. All sessions
 * and access tokens end, and an authenticator app that was added since the change goes. Throws
 * address_undo_invalid, and email_taken when another account has used the old address since.
 */
export async function undoAddressChange(
  services: Services,
  token: string,
  at: Date,
): Promise<void> {
  const { db } = services
  const change = await findUndoableChange(db.global, hashToken(token), at)
  if (!change) throwRefusal('address_undo_invalid')
  const { account_id, old_email, changed_at } = change
  // The link is all that its reader shows: the security log names the account.
  const now = requestContext.getStore()
  if (now) now.source.principal = { account_id, kind: 'temporary' }
  const [home, ...others] = await listAccountWorkspaceIds(db, account_id)
  const undo = async (trx: Trx) => {
    const givenUp = await markUndone(trx, change, at)
    if (!givenUp) throwRefusal('address_undo_invalid')
    await sql`select account_restore_email(${account_id}, ${old_email}, ${at})`.execute(trx)
    await endSessions(trx, at, { account_id })
    const factor_removed = await removeFactorAddedSince(trx, account_id, changed_at)
    if (home === undefined) return
    await auditAddressUndo(trx, home, account_id, factor_removed, at)
    const owner = await findAccountRecipient(trx, home, account_id)
    if (!owner) return
    const readers = [old_email, ...new Set(givenUp)]
    await enqueueMails(
      trx,
      home,
      readers.map((to) => ({
        to,
        language: owner.language,
        user_id: owner.user_id,
        kind: 'address_restored' as const,
        params: { factor_removed },
      })),
      at,
    )
  }
  await (home === undefined ? db.account(account_id, undo) : db.tenant(home, undo))
  for (const workspace_id of others)
    await db.tenant(workspace_id, (trx) =>
      auditAddressUndo(trx, workspace_id, account_id, false, at),
    )
  for (const workspace_id of [...(home === undefined ? [] : [home]), ...others])
    services.events.publish(workspace_id, ['config'])
}

/**
 * Writes into the log of a team that the old address of one of its people is back. No session did
 * it.
 */
async function auditAddressUndo(
  trx: Trx,
  workspace_id: string,
  account_id: string,
  factor_removed: boolean,
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, workspace_id, account_id)
  const details = {
    ...(owner ? { user_id: owner.user_id } : {}),
    ...(factor_removed ? { factor_removed } : {}),
  }
  await audit(trx, { workspace_id, user_id: null, kind: 'session' }, 'address.undo', details, at)
}
