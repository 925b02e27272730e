import type * as queries from '#server/workflows/gift-card-orders/queries.ts'
import {
  findBuyerId,
  findBuyerLocale,
  findOrderCard,
  findOrderTexts,
  findPurchaseWorkspace,
  isBuyerActive,
  leaseDueOrders,
  lockLeasedOrder,
  lockTeam,
  lockUndeliveredOrder,
  makeOrderDue,
  renewOrderLease,
  takeOrder,
  updateClaimUrl,
  updateDelivery,
  updateOrder,
  updateRecipient,
} from '#server/workflows/gift-card-orders/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const key = { workspaceId: example.workspaceId, purchaseId: example.id }
const order = {
  workspace_id: example.workspaceId,
  purchase_id: example.id,
  step: 'held',
  attempts: 0,
} as queries.GiftOrderRow

export default defineExamples<typeof queries>()('server/workflows/gift-card-orders/queries.ts', {
  leaseDueOrders: ({ trx }) => leaseDueOrders(trx, example.at, 15_000, 20),
  lockTeam: ({ trx }) => lockTeam(trx, example.workspaceId),
  takeOrder: ({ trx }) => takeOrder(trx, key, { heldUntil: example.at, until: example.at }),
  renewOrderLease: ({ trx }) => renewOrderLease(trx, key, example.at, example.at),
  lockLeasedOrder: ({ trx }) => lockLeasedOrder(trx, order, example.at),
  updateOrder: ({ trx }) => updateOrder(trx, order, { step: 'charged' }),
  isBuyerActive: ({ trx }) => isBuyerActive(trx, key),
  findOrderCard: ({ trx }) => findOrderCard(trx, example.workspaceId, example.id),
  findOrderTexts: ({ trx }) => findOrderTexts(trx, key),
  findBuyerLocale: ({ trx }) => findBuyerLocale(trx, key),
  updateClaimUrl: ({ trx }) => updateClaimUrl(trx, key, 'https://example.com'),
  findBuyerId: ({ trx }) => findBuyerId(trx, key),
  findPurchaseWorkspace: ({ trx }) => findPurchaseWorkspace(trx, example.id),
  makeOrderDue: ({ trx }) => makeOrderDue(trx, key, example.at),
  updateDelivery: ({ trx }) => updateDelivery(trx, key, 'delivered', example.at),
  lockUndeliveredOrder: ({ trx }) => lockUndeliveredOrder(trx, key),
  updateRecipient: ({ trx }) =>
    updateRecipient(trx, key, { email: 'ada@example.com', heldUntil: example.at, at: example.at }),
})
