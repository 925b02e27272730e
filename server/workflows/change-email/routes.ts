import { loadSelf, publishProfileChange } from '#server/modules/profiles/service.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { sendProfileCode, undoAddressChange, verifyProfileCode } from './change-email.ts'

export function mountEmailChange(handle: MountRoute, services: Services): void {
  handle('profiles.get_code', async (call) => {
    forbidImpersonation(call.actor)
    return { sig: await sendProfileCode(services, call) }
  })
  handle('profiles.verify_code', async ({ actor, body, at }) => {
    forbidImpersonation(actor)
    await verifyProfileCode(services, actor, body, at)
    publishProfileChange(services, actor)
    return loadSelf(services, actor, at)
  })
  handle('auth.undo_address', async ({ body, at }) => {
    await undoAddressChange(services, body.token, at)
    return undefined
  })
}
