import { requirePresence } from '#server/modules/presence/service.ts'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createToken, revokeOwnToken, listOwnTokens } from './service.ts'

/** Mounts the routes of personal access tokens. Access tokens and impersonation are forbidden. */
export function mountTokens(handle: MountRoute, services: Services): void {
  handle('tokens.list', ({ actor, at }) => {
    forbidImpersonation(actor)
    return listOwnTokens(services, actor, at)
  })
  handle('tokens.create', async ({ actor, body, at }) => {
    await requirePresence(services, actor, at)
    return createToken(services, actor, body, at)
  })
  handle('tokens.revoke', async ({ actor, params, at }) => {
    forbidImpersonation(actor)
    await revokeOwnToken(services, actor, params.id, at)
    return undefined
  })
}
