import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadStream, removeStream, saveStream, testStream } from './service.ts'

/** Mounts where the audit log is sent, for account administrators. */
export function mountAuditStream(handle: MountRoute, services: Services): void {
  handle('audit_stream.get', ({ actor }) => {
    forbidImpersonation(actor)
    return services.db.readSnapshot(actor.workspace_id, (trx) =>
      loadStream(trx, actor.workspace_id),
    )
  })
  handle('audit_stream.save', ({ actor, body, at }) => saveStream(services, actor, body, at))
  handle('audit_stream.test', ({ actor, at }) => testStream(services, actor, at))
  handle('audit_stream.remove', ({ actor, at }) => removeStream(services, actor, at))
}
