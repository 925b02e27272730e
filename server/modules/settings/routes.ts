import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings, setLogo, updateNotifications, updateSettings } from './rules.ts'

export function mountSettings(handle: Handle, services: Services): void {
  handle('settings.get', ({ actor: { workspace_id } }) => services.db.tenant(workspace_id, (trx) => readSettings(trx, workspace_id)))
  handle('settings.update', ({ actor, body, at }) => updateSettings(services, actor, body, at))
  handle('settings.notifications', ({ actor, body, at }) => updateNotifications(services, actor, body, at))
  handle('settings.logo', ({ actor, file, at }) => setLogo(services, actor, file, at))
}
