import {
  findPersonalAddress,
  setPersonalAddress,
} from '#server/modules/personal-addresses/address.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadLeavers, streamLeavers } from './list-leavers.ts'
import { loadPolicy, setPolicy } from './policy.ts'

/** Mounts the rules and the list of leavers, and the personal address of a member. */
export function mountLeavers(handle: MountRoute, services: Services): void {
  const { db, config } = services
  handle('leavers.policy', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadPolicy(services, trx, actor, at)),
  )
  handle('leavers.set_policy', ({ actor, body, at }) => setPolicy(services, actor, body, at))
  handle('leavers.list', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadLeavers(trx, actor, query, at)),
  )
  handle('leavers.csv', async ({ actor, language, at }) => {
    await db.tenant(actor.workspace_id, (trx) => audit(trx, actor, 'export.leavers', {}, at))
    return streamLeavers(db, actor, language, at)
  })
  handle('leavers.address', async ({ actor }) => {
    forbidImpersonation(actor)
    const { workspace_id: workspaceId, user_id: userId } = actor
    return db.readSnapshot(workspaceId, async (trx) => ({
      email: await findPersonalAddress(trx, config, workspaceId, userId),
    }))
  })
  handle('leavers.set_address', async ({ actor, body, at }) => {
    forbidImpersonation(actor)
    const { workspace_id: workspaceId, user_id: userId } = actor
    await db.tenant(workspaceId, (trx) =>
      setPersonalAddress(trx, config, { workspaceId, userId, at }, body.email),
    )
    return { email: body.email }
  })
}
