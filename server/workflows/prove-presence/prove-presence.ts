import type { OutputOf, BodyOf } from '#contract/routes/index.ts'
import { findAccountEmail } from '#server/modules/accounts/queries.ts'
import { sendCode, verifyAndConsumeCode } from '#server/modules/auth/one-time-codes.ts'
import { findPresenceProof, savePresenceProof } from '#server/modules/presence/queries.ts'
import { proofExpiry } from '#server/modules/presence/service.ts'
import { dangerZoneOpensAt } from '#server/modules/profiles/queries.ts'
import { findTwoFactorAccountId } from '#server/modules/two-factor/queries.ts'
import { verifyTwoFactor, consumeProofForPresence } from '#server/modules/two-factor/service.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { RouteCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns how a session proves presence, and its current state. */
export async function loadPresence(
  { db }: Services,
  { account_id: accountId, session_id: sessionId }: Actor,
  at: Date,
): Promise<OutputOf<'presence.get'>> {
  const [twoFactorAccountId, { proven_at: provenAt, confined }, opensAt] = await Promise.all([
    findTwoFactorAccountId(db.global, { id: accountId }),
    findPresenceProof(db.global, sessionId),
    dangerZoneOpensAt(db.global, accountId, at),
  ])
  const end = provenAt && proofExpiry(provenAt)
  return {
    method: twoFactorAccountId === undefined ? 'code' : 'second_factor',
    proven_until: end && end > at ? end.toISOString() : null,
    confined,
    danger_zone_from: opensAt?.toISOString() ?? null,
  }
}
/**
 * Sends a presence code to the current address and returns its `sig`. Throws second_factor_needed
 * if the account has a second factor, too_many and mail_failed.
 */
export async function sendPresenceCode(
  services: Services,
  {
    actor,
    clientAddress,
    language,
    at,
  }: Pick<RouteCall<'presence.send_code'>, 'actor' | 'clientAddress' | 'language' | 'at'>,
): Promise<string> {
  const { db } = services
  if ((await findTwoFactorAccountId(db.global, { id: actor.account_id })) !== undefined)
    throwRefusal('second_factor_needed', { field: 'second_factor' })
  return sendCode(services, {
    email: await findAccountEmail(db.global, actor.account_id),
    client: clientAddress,
    language,
    at,
    purpose: 'presence',
  })
}
/**
 * Proves presence in this session. Throws second_factor_needed for a mailed code if the account has
 * a second factor. Throws second_factor_invalid, invalid_code and too_many.
 */
export async function provePresence(
  services: Services,
  actor: Actor,
  proof: BodyOf<'presence.prove'>,
  at: Date,
): Promise<void> {
  const { db } = services
  const { account_id: accountId, session_id: sessionId, workspace_id: workspaceId } = actor
  const twoFactorAccountId = await findTwoFactorAccountId(db.global, { id: accountId })
  if (twoFactorAccountId !== undefined) {
    const twoFactorProof = await verifyTwoFactor(
      services,
      twoFactorAccountId,
      proof.second_factor,
      at,
    )
    await db.tenant(workspaceId, async (trx) => {
      await consumeProofForPresence(trx, workspaceId, twoFactorProof, at)
      await savePresenceProof(trx, sessionId, at, { secondFactor: true })
    })
    return
  }
  const { sig, code } = proof
  if (sig === undefined || code === undefined) throwRefusal('invalid_code', { field: 'code' })
  await verifyAndConsumeCode(services, {
    email: await findAccountEmail(db.global, accountId),
    sig,
    code,
    purpose: 'presence',
    at,
  })
  await savePresenceProof(db.global, sessionId, at, { secondFactor: false })
}
