import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteUser } from './erase-user.ts'

export function mountUserErasure(handle: MountRoute, services: Services): void {
  handle('users.delete', async ({ actor, params, at }) => {
    await deleteUser(services, actor, params.id, at)
    return undefined
  })
}
