import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadTaxNote } from './tax-note.ts'

export function mountTaxNote(handle: MountRoute, services: Services): void {
  handle('shop.tax_note', ({ actor, params, language, at }) =>
    services.db.readSnapshot(actor.workspace_id, (trx) =>
      loadTaxNote(services, trx, actor, { rewardId: params.id, language, at }),
    ),
  )
}
