import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadAppConfig } from './load-app-config.ts'

export function mountAppConfig(handle: MountRoute, services: Services): void {
  handle('config.get', (call) => loadAppConfig(services, call.actor, call.token, call.at))
}
