import type * as queries from '#server/modules/billing/queries.ts'
import {
  endProviderLease,
  findActiveCustomerRef,
  findCustomer,
  findCustomerRef,
  findCustomerWorkspace,
  findPaymentCard,
  removeSubscriptionCard,
  renewProviderLease,
  takeProviderLease,
  updateBalance,
  updateCustomer,
} from '#server/modules/billing/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/billing/queries.ts', {
  findCustomer: {
    rows: [[], [{ name: 'Team' }], []],
    run: ({ trx }) => findCustomer(trx, example.workspaceId, 'stripe', example.at),
  },
  findPaymentCard: ({ trx }) => findPaymentCard(trx, { workspace_id: example.workspaceId }),
  findCustomerRef: ({ trx }) => findCustomerRef(trx, example.workspaceId),
  findActiveCustomerRef: ({ trx }) => findActiveCustomerRef(trx, example.workspaceId),
  findCustomerWorkspace: ({ trx }) => findCustomerWorkspace(trx, 'stripe', 'cus_1'),
  updateCustomer: ({ trx }) => updateCustomer(trx, example.workspaceId, { ref: 'cus_1' }),
  takeProviderLease: ({ trx }) =>
    takeProviderLease(trx, example.workspaceId, example.at, example.at),
  renewProviderLease: ({ trx }) =>
    renewProviderLease(trx, example.workspaceId, example.at, example.at),
  endProviderLease: ({ trx }) => endProviderLease(trx, example.workspaceId, example.at),
  updateBalance: ({ trx }) => updateBalance(trx, example.workspaceId, 100),
  removeSubscriptionCard: ({ trx }) =>
    removeSubscriptionCard(trx, example.workspaceId, 'stripe', example.at),
})
