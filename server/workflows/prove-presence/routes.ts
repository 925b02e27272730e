import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadPresence, provePresence, sendPresenceCode } from './prove-presence.ts'

/**
 * Mounts the proof of presence. Forbidden for access tokens (contract/scopes.ts) and impersonation
 * (contract/impersonation.ts).
 */
export function mountPresence(handle: MountRoute, services: Services): void {
  handle('presence.get', ({ actor, at }) => loadPresence(services, actor, at))
  handle('presence.send_code', async (call) => ({ sig: await sendPresenceCode(services, call) }))
  handle('presence.prove', async ({ actor, body, at }) => {
    await provePresence(services, actor, body, at)
    return loadPresence(services, actor, at)
  })
}
