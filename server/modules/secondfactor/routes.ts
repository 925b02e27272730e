import { type Handle, mustBeOneself } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { confirmFactor, ownFactor, renewRecoveryCodes, startFactor, stopFactor } from './rules.ts'

/** The second factor of one's own account: seen and changed by the person alone, never by a token nor in somebody's place. */
export function mountSecondFactor(handle: Handle, services: Services): void {
  handle('second_factor.get', ({ actor }) => {
    mustBeOneself(actor)
    return ownFactor(services, actor)
  })
  handle('second_factor.start', ({ actor, at }) => {
    mustBeOneself(actor)
    return startFactor(services, actor, at)
  })
  handle('second_factor.confirm', ({ actor, body, at }) => {
    mustBeOneself(actor)
    return confirmFactor(services, actor, body.code, at)
  })
  handle('second_factor.codes', ({ actor, body, at }) => {
    mustBeOneself(actor)
    return renewRecoveryCodes(services, actor, body.code, at)
  })
  handle('second_factor.stop', async ({ actor, body, at }) => {
    mustBeOneself(actor)
    await stopFactor(services, actor, body.code, at)
    return undefined
  })
}
