import { requireAccountPresence } from '#server/modules/presence/service.ts'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  confirmTwoFactor,
  loadTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
  disableTwoFactor,
} from './service.ts'

/**
 * Mounts the routes of the second factor. Access tokens and impersonation are forbidden. Every
 * change requires presence.
 */
export function mountTwoFactor(handle: MountRoute, services: Services): void {
  handle('second_factor.get', ({ actor }) => {
    forbidImpersonation(actor)
    return loadTwoFactor(services, actor)
  })
  handle('second_factor.start', async ({ actor, at }) => {
    await requireAccountPresence(services, actor, at)
    return startTwoFactorSetup(services, actor, at)
  })
  handle('second_factor.confirm', async ({ actor, body, at }) => {
    await requireAccountPresence(services, actor, at)
    return confirmTwoFactor(services, actor, body.code, at)
  })
  handle('second_factor.codes', async ({ actor, at }) => {
    await requireAccountPresence(services, actor, at)
    return renewRecoveryCodes(services, actor, at)
  })
  handle('second_factor.stop', async ({ actor, at }) => {
    await requireAccountPresence(services, actor, at)
    await disableTwoFactor(services, actor, at)
    return undefined
  })
}
