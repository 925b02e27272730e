import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes.ts'
import { checkCode, sendCode } from '#server/modules/auth/codes.ts'
import { dangerZoneOpensAt } from '#server/modules/profiles/queries.ts'
import { factoredAccount } from '#server/modules/secondfactor/queries.ts'
import { proveFactored, spendForPresence } from '#server/modules/secondfactor/rules.ts'
import { fail } from '#server/platform/errors.ts'
import { type Call, mustBeOneself } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import type { Account, Actor } from '#server/platform/sessions.ts'
import { findAddress, findProof, saveProof } from './queries.ts'

const presenceMs = limits.presence_minutes * 60_000
/** Until when a proof counts. */
const endOf = (proven_at: Date) => new Date(proven_at.getTime() + presenceMs)

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
  mustBeOneself(actor)
  if (actor.kind === 'token') fail('forbidden')
  const { proven_at } = await findProof(db.global, actor.session_id)
  if (!proven_at || endOf(proven_at) <= at) fail('presence_required')
}

/**
 * Throws presence_required for a session that an invite link began, until a code was given in it.
 */
export async function requireUnconfined(
  { db }: Pick<Services, 'db'>,
  actor: Account,
): Promise<void> {
  if ((await findProof(db.global, actor.session_id)).confined) fail('presence_required')
}
/** Whether the session was begun by an invite link, and no code was given in it since. */
export async function isConfined({ db }: Pick<Services, 'db'>, actor: Account): Promise<boolean> {
  return (await findProof(db.global, actor.session_id)).confined
}

/** How a session proves presence, and how it stands. */
export async function presenceOf(
  { db }: Services,
  { account_id, session_id }: Actor,
  at: Date,
): Promise<OutputOf<'presence.get'>> {
  const [factored, { proven_at, confined }, opensAt] = await Promise.all([
    factoredAccount(db.global, { id: account_id }),
    findProof(db.global, session_id),
    dangerZoneOpensAt(db.global, account_id, at),
  ])
  const end = proven_at && endOf(proven_at)
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
    client,
    language,
    at,
  }: Pick<Call<'presence.send_code'>, 'actor' | 'client' | 'language' | 'at'>,
): Promise<string> {
  const { db } = services
  if ((await factoredAccount(db.global, { id: actor.account_id })) !== undefined)
    fail('second_factor_needed', { field: 'second_factor' })
  return sendCode(services, {
    email: await findAddress(db.global, actor.account_id),
    client,
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
  const { account_id, session_id, workspace_id } = actor
  const factored = await factoredAccount(db.global, { id: account_id })
  if (factored !== undefined) {
    const given = await proveFactored(services, factored, proof.second_factor, at)
    await db.tenant(workspace_id, async (trx) => {
      await spendForPresence(trx, workspace_id, given, at)
      await saveProof(trx, session_id, at)
    })
    return
  }
  const { sig, code } = proof
  if (sig === undefined || code === undefined) fail('invalid_code', { field: 'code' })
  await checkCode(services, {
    email: await findAddress(db.global, account_id),
    sig,
    code,
    purpose: 'presence',
    at,
  })
  await saveProof(db.global, session_id, at)
}
