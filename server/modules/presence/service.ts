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
 * Throws presence_required for a session started by an invite link until it has verified a code.
 */
export async function requireUnconfined(
  { db }: Pick<Services, 'db'>,
  actor: Account,
): Promise<void> {
  if ((await findPresenceProof(db.global, actor.session_id)).confined)
    throwRefusal('presence_required')
}

/** Returns whether a session was started by an invite link and has not verified a code since. */
export async function isConfined({ db }: Pick<Services, 'db'>, actor: Account): Promise<boolean> {
  return (await findPresenceProof(db.global, actor.session_id)).confined
}
