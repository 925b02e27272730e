import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { presentSettings } from './present.ts'
import { findSettings, findWorkspace } from './queries.ts'
import { configOf } from './rules.ts'

export function mountWorkspaces(handle: Handle, services: Services): void {
  handle('config.get', (call) => configOf(services, call.actor, call.token, call.at))
  handle('settings.get', ({ actor: { workspace_id } }) => services.db.tenant(workspace_id, async (trx) =>
    presentSettings(await findSettings(trx, workspace_id), await findWorkspace(trx, workspace_id))))
}
