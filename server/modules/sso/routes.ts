import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createConnection, removeConnection, updateConnection } from './connections.ts'
import { disconnectPerson, loadConnectionPeople } from './connection-people.ts'
import { addDomain, removeDomain, verifyDomain } from './domains.ts'
import { loadSsoSettings, updateSsoSettings } from './settings.ts'

/** Mounts the set-up of single sign-on, for account administrators. */
export function mountSso(handle: MountRoute, services: Services): void {
  handle('sso.get', ({ actor }) => {
    forbidImpersonation(actor)
    return services.db.readSnapshot(actor.workspace_id, (trx) =>
      loadSsoSettings(trx, services, actor.workspace_id),
    )
  })
  handle('sso.update', ({ actor, body, at }) => updateSsoSettings(services, actor, body, at))
  handle('sso.add_domain', ({ actor, body, at }) => addDomain(services, actor, body, at))
  handle('sso.verify_domain', ({ actor, params, at }) =>
    verifyDomain(services, actor, params.id, at),
  )
  handle('sso.remove_domain', ({ actor, params, at }) =>
    removeDomain(services, actor, params.id, at),
  )
  handle('sso.create_connection', ({ actor, body, at }) =>
    createConnection(services, actor, body, at),
  )
  handle('sso.update_connection', ({ actor, params, body, at }) =>
    updateConnection(services, actor, params.id, body, at),
  )
  handle('sso.delete_connection', ({ actor, params, at }) =>
    removeConnection(services, actor, params.id, at),
  )
  handle('sso.people', ({ actor: { workspace_id: workspaceId }, params, query }) =>
    services.db.readSnapshot(workspaceId, (trx) =>
      loadConnectionPeople(trx, workspaceId, params.id, query),
    ),
  )
  handle('sso.disconnect_person', ({ actor, params, at }) =>
    disconnectPerson(services, actor, params, at),
  )
}
