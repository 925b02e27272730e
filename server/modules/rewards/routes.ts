import { dayMs } from '#contract/durations.ts'
import { listPurchaseIds, selectOpenPurchaseCount } from '#server/modules/purchases/list-queries.ts'
import {
  countPurchases,
  listTeamPurchases,
  toListFilter,
} from '#server/modules/purchases/load-purchases.ts'
import {
  decidePurchases,
  declineByAdmin,
  fulfilByAdmin,
} from '#server/modules/purchases/service.ts'
import { resolveExportDays, startOfDay } from '#server/platform/periods.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { streamPurchaseRows } from './export-rows.ts'
import { presentRewards } from './present.ts'
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
  handle('rewards.list', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.readSnapshot(workspaceId, async (trx) =>
      presentRewards(trx, workspaceId, await listRewards(trx, workspaceId, query.category)),
    ),
  )
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
  mountPurchases(handle, services)
}

/** The work list of purchases, and the decisions about them. */
function mountPurchases(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('rewards.purchases', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => listTeamPurchases(trx, actor, query, at)),
  )
  handle('rewards.purchase_counts', ({ actor, query }) =>
    db.readSnapshot(actor.workspace_id, (trx) => countPurchases(trx, actor, query)),
  )
  handle('rewards.purchase_ids', async ({ actor, query }) => ({
    ids: await db.readSnapshot(actor.workspace_id, (trx) =>
      listPurchaseIds(trx, actor.workspace_id, toListFilter(actor, query)),
    ),
  }))
  handle('rewards.open_purchases', {
    query: ({ actor }) => selectOpenPurchaseCount(db.global, actor.workspace_id).compile(),
    respond: (_, [row]) => ({ count: row?.count ?? 0 }),
  })
  handle('rewards.purchases_csv', async ({ actor, query, at, language }) => {
    const { timezone } = actor
    const days = resolveExportDays(query, timezone, at)
    await db.tenant(actor.workspace_id, (trx) => audit(trx, actor, 'export.purchases', days, at))
    // Without dates, the file counts whole days of 24 hours back from now.
    const since =
      query.from || query.to
        ? startOfDay(days.from, timezone)
        : new Date(at.getTime() - query.days * dayMs)
    const until = startOfDay(days.to, timezone, 1)
    return streamPurchaseRows(db, actor, { since, until, language })
  })
  handle('rewards.export_purchases', async ({ actor, body: { ids }, at, language }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.purchases', { rows: ids.length }, at),
    )
    return streamPurchaseRows(db, actor, { ids, language })
  })
  handle('rewards.fulfil', (call) =>
    fulfilByAdmin(
      services,
      call.actor,
      call.params.id,
      call.body,
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
  handle('rewards.decide_purchases', (call) =>
    decidePurchases(
      services,
      call.actor,
      call.body,
      toIdempotentCall('rewards.decide_purchases', call),
    ),
  )
}
