import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { changeAvatar } from './avatar.ts'
import { loadProfile, loadSelf, publishProfileChange, updateSelf } from './service.ts'

export function mountProfiles(handle: MountRoute, services: Services): void {
  handle('profiles.me', ({ actor, at }) => loadSelf(services, actor, at))
  handle('profiles.update_me', ({ actor, body, at }) => updateSelf(services, actor, body, at))
  handle('profiles.avatar', async ({ actor, file, body, at }) => {
    const avatar = await changeAvatar(services, actor, { file, remove: body.remove_picture, at })
    publishProfileChange(services, actor)
    return avatar
  })
  handle('profiles.get', ({ actor, params, at }) => loadProfile(services, actor, params.id, at))
}
