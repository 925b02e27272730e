import { audit } from '#server/platform/audit/audit-log.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { readRenewedBudgets } from '#server/modules/budgets/renew.ts'
import { listExportedShares, streamBonusRows } from './export-rows.ts'
import { loadBonuses } from './load-bonuses.ts'
import { payBonusOnce } from './pay.ts'
import { loadPreview } from './preview.ts'
import { createBonus, deleteBonus, updateBonus } from './service.ts'

export function mountBonuses(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('bonuses.list', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadBonuses(trx, actor)),
  )
  handle('bonuses.create', ({ actor, body, at }) => createBonus(services, actor, body, at))
  handle('bonuses.update', ({ actor, params, body, at }) =>
    updateBonus(services, actor, params.id, body, at),
  )
  handle('bonuses.delete', async ({ actor, params, at }) => {
    await deleteBonus(services, actor, params.id, at)
    return undefined
  })
  handle('bonuses.preview', ({ actor, params, query, at }) =>
    readRenewedBudgets(services, actor.workspace_id, at, (trx) =>
      loadPreview(trx, actor, params.id, query, at),
    ),
  )
  handle('bonuses.pay', (call) =>
    payBonusOnce(
      services,
      call.actor,
      { id: call.params.id, seen: call.body },
      toIdempotentCall('bonuses.pay', call),
    ),
  )
  handle('bonuses.csv', async ({ actor, params, language, at }) => {
    const shares = await listExportedShares(db, actor, params.id, at)
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.bonus', { bonus_id: params.id }, at),
    )
    return streamBonusRows(db, actor, shares, language)
  })
}
