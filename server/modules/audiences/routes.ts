import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { previewAudience } from './load-audience.ts'

export function mountAudiences(handle: MountRoute, { db }: Services): void {
  handle('audiences.preview', ({ actor, body, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => previewAudience(trx, actor, body, at)),
  )
}
