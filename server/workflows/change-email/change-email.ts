import type { BodyOf } from '#contract/routes/index.ts'
import { verifyAndConsumeCode, sendCode } from '#server/modules/auth/one-time-codes.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { requireAccountPresence } from '#server/modules/presence/service.ts'
import { provePresence, sendPresenceCode } from '#server/workflows/prove-presence/prove-presence.ts'
import {
  findAccountRecipient,
  listAccountWorkspaceIds,
} from '#server/modules/two-factor/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { requestContext } from '#server/platform/request-context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { inEachWorkspace } from '#server/platform/database/in-each-workspace.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { RouteCall } from '#server/platform/http/mount-routes.ts'
import { newToken, hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'
import { type Actor } from '#server/platform/auth/sessions.ts'
import { isEmailTaken } from '#server/modules/users/queries.ts'
import {
  changeAccountEmail,
  deleteFactorAddedSince,
  findOwnEmail,
  findUndoableChange,
  insertAddressChange,
  lockAccountEmail,
  markUndone,
  pruneAccountWithEmail,
  restoreAccountEmail,
} from './queries.ts'

/**
 * Sends a code to a new address, which requires presence, or a presence code to the current one.
 * Throws email_taken if a member of this team has the new address. Throws presence_required,
 * too_many and mail_failed.
 */
export async function sendProfileCode(
  services: Services,
  { actor, body: { email }, clientAddress, language, at }: RouteCall<'profiles.get_code'>,
): Promise<string> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const [ownEmail, isTaken] = await services.db.tenant(
    workspaceId,
    async (trx) =>
      [
        await findOwnEmail(trx, workspaceId, userId),
        await isEmailTaken(trx, workspaceId, email),
      ] as const,
  )
  if (email === ownEmail)
    return sendPresenceCode(services, { actor, clientAddress: clientAddress, language, at })
  await requireAccountPresence(services, actor, at)
  if (isTaken) throwRefusal('email_taken', { field: 'email' })
  return sendCode(services, { email, client: clientAddress, language, at, purpose: 'change_email' })
}

/**
 * Proves presence with a code sent to the current address, or changes the address with a code sent
 * to a new one.
 */
export async function verifyProfileCode(
  services: Services,
  actor: Actor,
  body: BodyOf<'profiles.verify_code'>,
  at: Date,
): Promise<void> {
  const ownEmail = await services.db.tenant(actor.workspace_id, (trx) =>
    findOwnEmail(trx, actor.workspace_id, actor.user_id),
  )
  if (body.email === ownEmail)
    return provePresence(services, actor, { sig: body.sig, code: body.code }, at)
  await requireAccountPresence(services, actor, at)
  return changeEmailAddress(services, actor, { ...body, at })
}

/**
 * Changes the address of the account in all its teams after the code has proved the new one. The
 * audit log of each team records it, and the old address receives an undo link. All other sessions
 * and access tokens of the account end. Throws invalid_code and email_taken.
 */
async function changeEmailAddress(
  services: Services,
  actor: Actor,
  proof: { email: string; sig: string; code: string; at: Date },
): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId, account_id: accountId } = actor
  const { email, at } = proof
  await verifyAndConsumeCode(services, { ...proof, purpose: 'change_email' })
  const token = newToken()
  const workspaceIds = await listAccountWorkspaceIds(services.db, accountId)
  const otherIds = workspaceIds.filter((id) => id !== workspaceId)
  await services.db.tenant(workspaceId, async (trx) => {
    const old = await lockAccountEmail(trx, accountId)
    // An attempted sign-in with the new address has created an account without a team. It belongs
    // to the same owner.
    await pruneAccountWithEmail(trx, email, accountId)
    await changeAccountEmail(trx, accountId, email)
    await endSessions(trx, at, { account_id: accountId, keeps: actor.session_id })
    await insertAddressChange(
      trx,
      { account_id: accountId, old_email: old, new_email: email, undo_hash: hashToken(token) },
      at,
    )
    await audit(trx, actor, 'address.change', { user_id: userId }, at)
    // A fragment is not sent to a server, so no access log contains the token.
    const link = `${services.config.publicUrl}/undo-address#token=${token}`
    await enqueueMails(
      trx,
      workspaceId,
      [
        {
          to: old,
          language: actor.language,
          user_id: userId,
          kind: 'address_changed',
          params: { link },
        },
      ],
      at,
    )
    await inEachWorkspace(trx, otherIds, (id) => auditAddressChange(trx, id, accountId, at))
  })
}

/** Records a change of address in the audit log of another team of the account. */
async function auditAddressChange(
  trx: Trx,
  workspaceId: string,
  accountId: string,
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, workspaceId, accountId)
  if (!owner) return
  const { user_id: userId } = owner
  const author = { workspace_id: workspaceId, user_id: userId, kind: 'session' as const }
  await audit(trx, author, 'address.change', { user_id: userId }, at)
}

/**
 * Restores the old address of an account in every team, with the token mailed to it. All sessions
 * and access tokens end. An authenticator app added since the change is removed. Throws
 * address_undo_invalid, and email_taken if another account has used the old address since.
 */
export async function undoAddressChange(
  services: Services,
  token: string,
  at: Date,
): Promise<void> {
  const { db } = services
  const change = await findUndoableChange(db.global, hashToken(token), at)
  if (!change) throwRefusal('address_undo_invalid')
  const { account_id: accountId, old_email: oldEmail, changed_at: changedAt } = change
  // The request has no session, so the security log takes the account from the link.
  const context = requestContext.getStore()
  if (context) context.source.principal = { account_id: accountId, kind: 'temporary' }
  const [home, ...others] = await listAccountWorkspaceIds(db, accountId)
  const undo = async (trx: Trx) => {
    const undoneEmails = await markUndone(trx, change, at)
    if (!undoneEmails) throwRefusal('address_undo_invalid')
    await restoreAccountEmail(trx, accountId, oldEmail, at)
    await endSessions(trx, at, { account_id: accountId })
    const factorRemoved = await deleteFactorAddedSince(trx, accountId, changedAt)
    if (home === undefined) return
    await auditAddressUndo(trx, home, accountId, factorRemoved, at)
    const owner = await findAccountRecipient(trx, home, accountId)
    if (owner)
      await enqueueMails(
        trx,
        home,
        [oldEmail, ...new Set(undoneEmails)].map((to) => ({
          to,
          language: owner.language,
          user_id: owner.user_id,
          kind: 'address_restored' as const,
          params: { factor_removed: factorRemoved },
        })),
        at,
      )
    await inEachWorkspace(trx, others, (id) => auditAddressUndo(trx, id, accountId, false, at))
  }
  await (home === undefined ? db.account(accountId, undo) : db.tenant(home, undo))
  for (const workspaceId of [...(home === undefined ? [] : [home]), ...others])
    services.events.publish(workspaceId, ['config'])
}

/**
 * Records in a team's audit log that a member's old address was restored. No session is the actor.
 */
async function auditAddressUndo(
  trx: Trx,
  workspaceId: string,
  accountId: string,
  factorRemoved: boolean,
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, workspaceId, accountId)
  const details = {
    ...(owner ? { user_id: owner.user_id } : {}),
    ...(factorRemoved ? { factor_removed: factorRemoved } : {}),
  }
  await audit(
    trx,
    { workspace_id: workspaceId, user_id: null, kind: 'session' },
    'address.undo',
    details,
    at,
  )
}
