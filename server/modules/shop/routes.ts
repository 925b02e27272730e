import { listOwnPurchases } from '#server/modules/purchases/load-purchases.ts'
import { cancelByBuyer, redeemReward } from '#server/modules/purchases/service.ts'
import { decodeCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadGoal, setGoal } from './goal.ts'
import { listShopRewards } from './service.ts'

export function mountShop(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('shop.list', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      listShopRewards(services, trx, actor, at, { category: query.category }),
    ),
  )
  handle('shop.get', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, async (trx) => {
      const [reward] = await listShopRewards(services, trx, actor, at, { id: params.id })
      return reward ?? throwRefusal('not_found')
    }),
  )
  handle('shop.goal', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadGoal(services, trx, actor, at)),
  )
  handle('shop.set_goal', ({ actor, body, at }) =>
    db.tenant(actor.workspace_id, (trx) => setGoal(services, trx, actor, body.reward_id, at)),
  )
  handle('shop.redeem', (call) =>
    redeemReward(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('shop.redeem', call),
    ),
  )
  handle('shop.purchases', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      listOwnPurchases(trx, actor, { ...query, after: decodeCursor(query.cursor, 2), at }),
    ),
  )
  handle('shop.cancel', (call) =>
    cancelByBuyer(services, call.actor, call.params.id, toIdempotentCall('shop.cancel', call)),
  )
}
