import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Account } from '#server/platform/auth/sessions.ts'
import { findPresenceProof } from './queries.ts'

const presenceMs = limits.presence_minutes * 60_000
/** Until when a proof counts. */
export const proofExpiry = (provenAt: Date) => new Date(provenAt.getTime() + presenceMs)

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
