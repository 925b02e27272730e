import type * as queries from '#server/modules/shop/queries.ts'
import {
  listPurchasedRewards,
  listShopRows,
  sumContributionsByUser,
} from '#server/modules/shop/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/shop/queries.ts', {
  listShopRows: ({ trx }) =>
    listShopRows(trx, workspaceId, {
      userId,
      at,
      today: '2026-06-15',
      id,
      category: 'uncategorised',
    }),
  sumContributionsByUser: ({ trx }) => sumContributionsByUser(trx, workspaceId, [id]),
  listPurchasedRewards: ({ trx }) => listPurchasedRewards(trx, workspaceId, userId, [id]),
})
