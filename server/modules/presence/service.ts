import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Account } from '#server/platform/auth/sessions.ts'
import { findPresenceProof } from './queries.ts'

const presenceMs = limits.presence_minutes * 60_000

/** Returns the time when a proof expires. */
export const proofExpiry = (provenAt: Date) => new Date(provenAt.getTime() + presenceMs)

/**
 * Throws presence_required unless this session has proved presence within the last 10 minutes. The
 * proof is a code mailed to the current address, or the second factor if the account has one.
 * Throws forbidden for an access token and under impersonation.
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
 * Requires presence for a change of the account: `requirePresence`, and account_sign_in_required for
 * a session of single sign-on, whose provider proves a person of one workspace, never the account.
 */
export async function requireAccountPresence(
  services: Pick<Services, 'db'>,
  actor: Account,
  at: Date,
): Promise<void> {
  const proof = await findPresenceProof(services.db.global, actor.session_id)
  if (proof.sso_connection_id !== null) throwRefusal('account_sign_in_required')
  await requirePresence(services, actor, at)
}

/**
 * Throws presence_required for a session started by an invite link until it has verified a code, and
 * account_sign_in_required for one of single sign-on.
 */
export async function requireUnconfined(
  { db }: Pick<Services, 'db'>,
  actor: Account,
): Promise<void> {
  const proof = await findPresenceProof(db.global, actor.session_id)
  if (proof.sso_connection_id !== null) throwRefusal('account_sign_in_required')
  if (proof.confined) throwRefusal('presence_required')
}

/**
 * Returns whether a session is confined to its workspace: single sign-on started it, or an invite
 * link, and it has not verified a code since.
 */
export async function isConfined({ db }: Pick<Services, 'db'>, actor: Account): Promise<boolean> {
  return (await findPresenceProof(db.global, actor.session_id)).confined
}
