import type * as queries from '#server/modules/purchases/list-queries.ts'
import {
  countPurchasesByReward,
  countPurchasesByStage,
  listPurchaseIds,
  listPurchasePage,
  selectOpenPurchaseCount,
} from '#server/modules/purchases/list-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example
const filter = {
  seesAddresses: true,
  stage: 'to_do',
  search: 'mira',
  rewardId: id,
  from: at,
  to: at,
} as const

export default defineExamples<typeof queries>()('server/modules/purchases/list-queries.ts', {
  listPurchasePage: ({ trx }) =>
    listPurchasePage(
      trx,
      workspaceId,
      { ...filter, status: 'pending', type: 'manual', reward_type: 'individual' },
      { sort: 'buyer', order: 'asc', after: ['mira', id], limit: 51 },
    ),
  listPurchaseIds: ({ trx }) => listPurchaseIds(trx, workspaceId, filter),
  countPurchasesByStage: ({ trx }) => countPurchasesByStage(trx, workspaceId, filter),
  countPurchasesByReward: ({ trx }) => countPurchasesByReward(trx, workspaceId, filter),
  selectOpenPurchaseCount: ({ trx }) => selectOpenPurchaseCount(trx, workspaceId),
})
