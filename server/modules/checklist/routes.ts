import { presentChecklist } from '#server/modules/workspaces/present.ts'
import { findOnboardingFacts } from '#server/modules/workspaces/queries.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { dismissChecklist } from './queries.ts'

/**
 * Mounts the getting-started checklist of each user. `findOnboardingFacts` derives the done items;
 * dismissal is permanent.
 */
export function mountChecklist(handle: MountRoute, { db }: Services): void {
  const update = (
    { workspace_id: workspaceId, user_id: userId, abilities }: Actor,
    dismissed: boolean,
    at: Date,
  ) =>
    db.tenant(workspaceId, async (trx) => {
      if (dismissed) await dismissChecklist(trx, workspaceId, userId, at)
      return presentChecklist(await findOnboardingFacts(trx, workspaceId, userId), abilities)
    })
  handle('checklist.update', ({ actor, body, at }) => update(actor, body.dismissed, at))
  handle('checklist.dismiss', ({ actor, at }) => update(actor, true, at))
}
