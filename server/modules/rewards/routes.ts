import { listPurchases } from '#server/modules/purchases/load-purchases.ts'
import { presentReward } from '#server/modules/purchases/present.ts'
import { declineByAdmin, fulfilByAdmin } from '#server/modules/purchases/service.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { decodeCursor } from '#server/platform/http/cursors.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { streamPurchasesCsv } from './export-csv.ts'
import { listRewards } from './queries.ts'
import { createReward, deleteReward, duplicateReward, updateReward } from './service.ts'

export function mountRewards(handle: MountRoute, services: Services): void {
  const { db } = services
  /** Publishes the change to all pages of the team. `config` shows or hides the shop. */
  const publishAfter = async <T>(
    { workspace_id: workspaceId }: Actor,
    change: Promise<T>,
  ): Promise<T> => {
    const changed = await change
    services.events.publish(workspaceId, ['rewards', 'config'])
    return changed
  }
  handle('rewards.list', async ({ actor: { workspace_id: workspaceId }, query }) => {
    const rows = await db.tenant(workspaceId, (trx) =>
      listRewards(trx, workspaceId, query.category),
    )
    return rows.map((row) => presentReward(row, workspaceId))
  })
  handle('rewards.create', (call) => publishAfter(call.actor, createReward(services, call)))
  handle('rewards.update', (call) =>
    publishAfter(call.actor, updateReward(services, call.params.id, call)),
  )
  handle('rewards.delete', async ({ actor, params, at }) => {
    await publishAfter(actor, deleteReward(services, actor, params.id, at))
    return undefined
  })
  handle('rewards.duplicate', ({ actor, params, at }) =>
    publishAfter(actor, duplicateReward(services, actor, params.id, at)),
  )
  handle('rewards.purchases', ({ actor, query }) =>
    db.tenant(actor.workspace_id, (trx) =>
      listPurchases(trx, actor, { ...query, own: false, after: decodeCursor(query.cursor, 2) }),
    ),
  )
  handle('rewards.purchases_csv', async ({ actor, query, at, language }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.purchases', { days: query.days }, at),
    )
    return streamPurchasesCsv(db, actor, { days: query.days, at, language })
  })
  handle('rewards.fulfil', (call) =>
    fulfilByAdmin(
      services,
      call.actor,
      call.params.id,
      call.body.force,
      toIdempotentCall('rewards.fulfil', call),
    ),
  )
  handle('rewards.decline', (call) =>
    declineByAdmin(
      services,
      call.actor,
      call.params.id,
      call.body.reason,
      toIdempotentCall('rewards.decline', call),
    ),
  )
}
