import type * as queries from '#server/modules/billing/subscription-queries.ts'
import {
  endSubscription,
  findSubscription,
  markSeatsPushed,
  saveSubscription,
} from '#server/modules/billing/subscription-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const subscription = {
  ref: 'sub_1',
  status: 'active' as const,
  plan: 'month' as const,
  quantity: 10,
  period_start: example.at,
  period_end: example.at,
  amount_cents: 9_000,
  cancel_at_period_end: false,
  unpaid: false,
  discounts: '[]',
  read_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/billing/subscription-queries.ts', {
  findSubscription: ({ trx }) => findSubscription(trx, example.workspaceId),
  saveSubscription: ({ trx }) => saveSubscription(trx, example.workspaceId, subscription),
  endSubscription: ({ trx }) => endSubscription(trx, example.workspaceId, example.at),
  markSeatsPushed: ({ trx }) => markSeatsPushed(trx, example.workspaceId, 1),
})
