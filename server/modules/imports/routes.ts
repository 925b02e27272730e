import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { checkColumns } from './check-columns.ts'
import { scheduleInvitations } from './held-invites.ts'
import { previewInvitation } from './preview-invitation.ts'
import { previewImport } from './preview.ts'
import { editImportRow, loadReview } from './review.ts'
import { streamRefusedRowsCsv } from './refused-rows-csv.ts'
import {
  cancelImport,
  createImport,
  loadImport,
  listLatestImports,
  startImport,
} from './service.ts'

export function mountImports(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('imports.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => listLatestImports(trx, actor.workspace_id, at)),
  )
  handle('imports.create', ({ actor, file, file_name: fileName, at }) =>
    createImport(services, actor, file, fileName, at),
  )
  handle('imports.get', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      loadImport(trx, actor.workspace_id, params.id, at),
    ),
  )
  handle('imports.preview', ({ actor, params, body, at }) =>
    previewImport(services, actor, params.id, body, at),
  )
  handle('imports.columns', ({ actor, params, query: { columns, ...orders } }) =>
    checkColumns(services, actor, params.id, { columns, orders }),
  )
  handle('imports.rows', ({ actor, params, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      loadReview(trx, actor.workspace_id, params.id, query),
    ),
  )
  handle('imports.edit_row', ({ actor, params, body }) =>
    editImportRow(services, actor, params.id, body),
  )
  handle('imports.start', ({ actor, params, body, at }) =>
    startImport(services, actor, params.id, body, at),
  )
  handle('imports.plan_invites', ({ actor, params, body, at }) =>
    scheduleInvitations(services, actor, params.id, body, at),
  )
  handle('imports.preview_mail', ({ actor, body }) =>
    previewInvitation(services, actor, body.message),
  )
  handle('imports.cancel', ({ actor, params, at }) => cancelImport(services, actor, params.id, at))
  handle('imports.refused', ({ actor, params, language, at }) =>
    streamRefusedRowsCsv(services, actor, params.id, language, at),
  )
}
