import { audit } from '#server/platform/audit/audit-log.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { streamCelebrationRows } from './export-rows.ts'
import { loadPreview, loadYear, yearDays } from './preview.ts'
import { loadCelebrations, updateCelebration } from './service.ts'

export function mountCelebrations(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('celebrations.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadCelebrations(trx, actor, at)),
  )
  handle('celebrations.update', ({ actor, params, body, at }) =>
    updateCelebration(services, actor, params.kind, body, at),
  )
  handle('celebrations.preview', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadPreview(trx, actor, query, at)),
  )
  handle('celebrations.year', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadYear(trx, actor, query.year, at)),
  )
  handle('celebrations.csv', async ({ actor, query, language, at }) => {
    const days = yearDays(actor, query.year, at)
    await db.tenant(actor.workspace_id, (trx) => audit(trx, actor, 'export.celebrations', days, at))
    return streamCelebrationRows(db, actor, days, { language, at })
  })
}
