import { findUser } from '#server/modules/users/queries.ts'
import { presentOwnUser } from '#server/modules/users/present.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/** Returns the signed-in user with their allowance of the current period. Throws unauthorized. */
export async function loadOwnProfile({ db }: Services, actor: Actor, at: Date) {
  const start = findPeriod(at, actor.limit_period, actor.timezone).start
  const user = await db.tenant(actor.workspace_id, (trx) =>
    findUser(trx, actor.workspace_id, actor.user_id, start),
  )
  return user ? presentOwnUser(user, actor) : throwRefusal('unauthorized')
}
