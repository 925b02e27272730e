import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadThanksPrompt } from './load-prompt.ts'

/** Mounts the suggestion of a person or a department to thank. */
export function mountThanksPrompt(handle: MountRoute, { db }: Services): void {
  handle('profiles.thanks_prompt', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadThanksPrompt(trx, actor, at)),
  )
}
