import { wakeGiftOrders } from '#server/modules/giftcards/worker.ts'
import { listPurchases } from '#server/modules/purchases/queries.ts'
import { cancel, redeem } from '#server/modules/purchases/rules.ts'
import { decodeCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { listShop } from './queries.ts'

export function mountShop(handle: Handle, services: Services): void {
  const { db } = services
  handle('shop.list', ({ actor, query, at }) =>
    db.tenant(actor.workspace_id, (trx) =>
      listShop(services, trx, actor, at, { category: query.category }),
    ),
  )
  handle('shop.get', ({ actor, params, at }) =>
    db.tenant(actor.workspace_id, async (trx) => {
      const [reward] = await listShop(services, trx, actor, at, { id: params.id })
      return reward ?? fail('not_found')
    }),
  )
  handle('shop.redeem', async (call) => {
    const purchase = await redeem(
      services,
      call.actor,
      call.params.id,
      call.body,
      idempotent('shop.redeem', call),
    )
    if (purchase.type === 'automatic') wakeGiftOrders(services)
    return purchase
  })
  handle('shop.purchases', ({ actor, query }) =>
    db.tenant(actor.workspace_id, (trx) =>
      listPurchases(trx, actor, { ...query, own: true, after: decodeCursor(query.cursor, 2) }),
    ),
  )
  handle('shop.cancel', (call) =>
    cancel(services, call.actor, call.params.id, idempotent('shop.cancel', call)),
  )
}
