import type * as queries from '#server/modules/billing/local/queries.ts'
import {
  findLatestSubscription,
  findLocalSubscriptionCard,
  findPromotion,
  insertLocalSubscription,
  leaseDueSubscriptions,
  lockCustomer,
  lockIdleSubscription,
  lockLiveSubscription,
  redeemPromotion,
  sumCustomerBalance,
  updateLocalSubscription,
} from '#server/modules/billing/local/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const subscription = { workspace_id: example.workspaceId, id: example.id }
const newSubscription = {
  ...subscription,
  status: 'active' as const,
  plan: 'month' as const,
  quantity: 10,
  anchor: example.at,
  period: 1,
  period_start: example.at,
  period_end: example.at,
  discounts: '[]',
  due_at: example.at,
  created_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/billing/local/queries.ts', {
  lockLiveSubscription: ({ trx }) => lockLiveSubscription(trx, example.workspaceId),
  findLatestSubscription: ({ trx }) => findLatestSubscription(trx, example.workspaceId),
  updateLocalSubscription: ({ trx }) =>
    updateLocalSubscription(trx, subscription as queries.LocalSubscription, { quantity: 10 }),
  sumCustomerBalance: ({ trx }) => sumCustomerBalance(trx, example.workspaceId),
  findLocalSubscriptionCard: ({ trx }) => findLocalSubscriptionCard(trx, example.workspaceId),
  findPromotion: ({ trx }) => findPromotion(trx, 'SPRING', example.at),
  redeemPromotion: ({ trx }) => redeemPromotion(trx, 'SPRING', example.at),
  lockCustomer: ({ trx }) => lockCustomer(trx, example.workspaceId),
  insertLocalSubscription: ({ trx }) => insertLocalSubscription(trx, newSubscription),
  lockIdleSubscription: ({ trx }) => lockIdleSubscription(trx, example.workspaceId, example.id),
  leaseDueSubscriptions: ({ trx }) => leaseDueSubscriptions(trx, example.at, 10_000, 20),
})
