import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { verifyAndConsumeCode, sendCode } from '#server/modules/auth/one-time-codes.ts'
import { dangerZoneOpensAt } from '#server/modules/profiles/queries.ts'
import { findTwoFactorAccountId } from '#server/modules/two-factor/queries.ts'
import { verifyTwoFactor, consumeProofForPresence } from '#server/modules/two-factor/service.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type RouteCall, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Account, Actor } from '#server/platform/auth/sessions.ts'
import { findAccountEmail, findPresenceProof, savePresenceProof } from './queries.ts'

const presenceMs = limits.presence_minutes * 60_000
/** Until when a proof counts. */
const proofExpiry = (provenAt: Date) => new Date(provenAt.getTime() + presenceMs)

/**
 * Throws presence_required unless the person proved within the last 10 minutes, in this session,
 * that they are there: by a code mailed to the current address, or by the second factor where the
 * account has one. Throws forbidden for an access token and under impersonation.
 */
export async function requirePresence(
  { db }: Pick<Services, 'db'>,
  actor: Account,
  at: Date,
): Promise<void> {
  forbidImpersonation(actor)
  if (actor.kind === 'token') throwRefusal('forbidden')
  const { proven_at: provenAt } = await findPresenceProof(db.global, actor.session_id)
  if (!provenAt || proofExpiry(provenAt) <= at) throwRefusal('presence_required')
}

/**
 * Throws presence_required for a session that an invite link began, until a code was given in it.
 */
export async function requireUnconfined(
  { db }: Pick<Services, 'db'>,
  actor: Account,
): Promise<void> {
  if ((await findPresenceProof(db.global, actor.session_id)).confined)
    throwRefusal('presence_required')
}
/** Whether the session was begun by an invite link, and no code was given in it since. */
export async function isConfined({ db }: Pick<Services, 'db'>, actor: Account): Promise<boolean> {
  return (await findPresenceProof(db.global, actor.session_id)).confined
}

/** How a session proves presence, and how it stands. */
export async function loadPresence(
  { db }: Services,
  { account_id: accountId, session_id: sessionId }: Actor,
  at: Date,
): Promise<OutputOf<'presence.get'>> {
  const [factored, { proven_at: provenAt, confined }, opensAt] = await Promise.all([
    findTwoFactorAccountId(db.global, { id: accountId }),
    findPresenceProof(db.global, sessionId),
    dangerZoneOpensAt(db.global, accountId, at),
  ])
  const end = provenAt && proofExpiry(provenAt)
  return {
    method: factored === undefined ? 'code' : 'second_factor',
    proven_until: end && end > at ? end.toISOString() : null,
    confined,
    danger_zone_from: opensAt?.toISOString() ?? null,
  }
}

/**
 * Sends a presence code to the current address and returns its `sig`. Throws second_factor_needed
 * where no mailed code would do, too_many and mail_failed.
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
 * Proves presence in this session. Throws second_factor_needed for a mailed code of an account with
 * a second factor, second_factor_invalid, invalid_code and too_many.
 */
export async function provePresence(
  services: Services,
  actor: Actor,
  proof: BodyOf<'presence.prove'>,
  at: Date,
): Promise<void> {
  const { db } = services
  const { account_id: accountId, session_id: sessionId, workspace_id: workspaceId } = actor
  const factored = await findTwoFactorAccountId(db.global, { id: accountId })
  if (factored !== undefined) {
    const given = await verifyTwoFactor(services, factored, proof.second_factor, at)
    await db.tenant(workspaceId, async (trx) => {
      await consumeProofForPresence(trx, workspaceId, given, at)
      await savePresenceProof(trx, sessionId, at)
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
  await savePresenceProof(db.global, sessionId, at)
}
