import type * as queries from '#server/modules/webhooks/delivery-queries.ts'
import {
  claimDueDeliveries,
  deleteOldDeliveries,
  findDelivery,
  findDueWebhooks,
  findWaitingDelivery,
  renewDeliveryLease,
  insertTestDelivery,
  listDeliveries,
  resetDelivery,
  resetRetriedDeliveries,
  updateWaitingDelivery,
} from '#server/modules/webhooks/delivery-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/webhooks/delivery-queries.ts', {
  findDelivery: ({ trx }) => findDelivery(trx, example.workspaceId, example.id),
  findWaitingDelivery: ({ trx }) => findWaitingDelivery(trx, example.workspaceId, example.id),
  listDeliveries: ({ trx }) =>
    listDeliveries(trx, example.workspaceId, example.id, { at: example.at, id: example.id }, 20),
  claimDueDeliveries: ({ trx }) =>
    claimDueDeliveries(trx, example.workspaceId, example.id, example.at, 4),
  renewDeliveryLease: ({ trx }) =>
    renewDeliveryLease(trx, example.workspaceId, example.id, example.at, example.at),
  findDueWebhooks: ({ trx }) => findDueWebhooks(trx, example.at, 24),
  deleteOldDeliveries: ({ trx }) => deleteOldDeliveries(trx, example.at, 5_000),
  insertTestDelivery: ({ trx }) =>
    insertTestDelivery(trx, example.workspaceId, {
      id: example.id,
      hookId: example.id,
      at: example.at,
    }),
  resetDelivery: ({ trx }) =>
    resetDelivery(trx, example.workspaceId, example.id, example.id, example.at),
  updateWaitingDelivery: ({ trx }) =>
    updateWaitingDelivery(trx, example.workspaceId, example.id, { state: 'skipped' }),
  resetRetriedDeliveries: ({ trx }) =>
    resetRetriedDeliveries(trx, example.workspaceId, example.id, example.at),
})
