import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadDraft } from './draft.ts'
import { exportDraft, exportRun } from './export-lines.ts'
import { loadRunLinesPage, loadRuns } from './load-runs.ts'
import { lockRun } from './lock-run.ts'
import { loadOwnLines } from './own-lines.ts'
import { loadSettings, setSettings } from './settings.ts'

export function mountPayrollRuns(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('payroll_runs.list', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadRuns(trx, actor, query)),
  )
  handle('payroll_runs.draft', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadDraft(trx, actor, query, at)),
  )
  handle('payroll_runs.draft_csv', ({ actor, query, at }) => exportDraft(db, actor, query, at))
  handle('payroll_runs.lock', ({ actor, body, at }) => lockRun(services, actor, body, at))
  handle('payroll_runs.settings', ({ actor: { workspace_id: workspaceId } }) =>
    db.readSnapshot(workspaceId, (trx) => loadSettings(trx, workspaceId)),
  )
  handle('payroll_runs.set_settings', ({ actor, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => setSettings(trx, actor, body, at)),
  )
  handle('payroll_runs.lines', ({ actor, params, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadRunLinesPage(trx, actor, params.id, query)),
  )
  handle('payroll_runs.csv', ({ actor, params, at }) => exportRun(db, actor, params.id, at))
  handle('shop.payroll_lines', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadOwnLines(trx, actor, at)),
  )
}
