import { hourMs } from '#contract/durations.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { dangerZoneOpensAt } from '#server/modules/profiles/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Throws danger_zone_wait within 72 hours after a change of address, and presence_required without a
 * proof of presence. Access tokens and impersonation are forbidden.
 */
export async function requireDangerZone({ db }: Services, actor: Actor, at: Date): Promise<void> {
  const opensAt = await dangerZoneOpensAt(db.global, actor.account_id, at)
  if (opensAt)
    throwRefusal('danger_zone_wait', {
      params: { hours: Math.ceil((opensAt.getTime() - at.getTime()) / hourMs) },
    })
  await requirePresence({ db }, actor, at)
}
