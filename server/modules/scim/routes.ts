import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadScimActivity, loadScimGroups } from './activity.ts'
import {
  createScimToken,
  loadScimSettings,
  mapScimGroup,
  removeScimToken,
  resumeScim,
  updateScimSettings,
} from './settings.ts'

/** Mounts the set-up of SCIM, for account administrators. */
export function mountScimSettings(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('scim.get', ({ actor }) => {
    forbidImpersonation(actor)
    return db.readSnapshot(actor.workspace_id, (trx) =>
      loadScimSettings(trx, services, actor.workspace_id),
    )
  })
  handle('scim.update', ({ actor, body, at }) => updateScimSettings(services, actor, body, at))
  handle('scim.resume', ({ actor, at }) => resumeScim(services, actor, at))
  handle('scim.create_token', ({ actor, body, at }) => createScimToken(services, actor, body, at))
  handle('scim.revoke_token', ({ actor, params, at }) =>
    removeScimToken(services, actor, params.id, at),
  )
  handle('scim.groups', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.readSnapshot(workspaceId, (trx) => loadScimGroups(trx, workspaceId, query)),
  )
  handle('scim.map_group', ({ actor, params, body, at }) =>
    mapScimGroup(services, actor, params.id, body, at),
  )
  handle('scim.activity', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.readSnapshot(workspaceId, (trx) => loadScimActivity(trx, workspaceId, query)),
  )
}
