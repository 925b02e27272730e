import { requirePresence } from '#server/modules/presence/rules.ts'
import { type Handle, mustBeOneself } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmFactor, ownFactor, renewRecoveryCodes, startFactor, stopFactor } from './rules.ts'

/**
 * The second factor of one's own account: seen and changed by the person alone, never by a token
 * nor in somebody's place. Every change takes presence.
 */
export function mountSecondFactor(handle: Handle, services: Services): void {
  handle('second_factor.get', ({ actor }) => {
    mustBeOneself(actor)
    return ownFactor(services, actor)
  })
  handle('second_factor.start', async ({ actor, at }) => {
    await requirePresence(services, actor, at)
    return startFactor(services, actor, at)
  })
  handle('second_factor.confirm', async ({ actor, body, at }) => {
    await requirePresence(services, actor, at)
    return confirmFactor(services, actor, body.code, at)
  })
  handle('second_factor.codes', async ({ actor, at }) => {
    await requirePresence(services, actor, at)
    return renewRecoveryCodes(services, actor, at)
  })
  handle('second_factor.stop', async ({ actor, at }) => {
    await requirePresence(services, actor, at)
    await stopFactor(services, actor, at)
    return undefined
  })
}
