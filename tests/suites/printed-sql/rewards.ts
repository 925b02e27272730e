import type * as queries from '#server/modules/rewards/queries.ts'
import {
  countRewards,
  findPictureId,
  insertRewards,
  listPurchasesForExport,
  listRewards,
  lockActiveReward,
  markRewardDeleted,
  updateRewardFields,
  wasRedeemed,
} from '#server/modules/rewards/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/rewards/queries.ts', {
  listRewards: ({ trx }) => listRewards(trx, workspaceId, 'uncategorised'),
  lockActiveReward: ({ trx }) => lockActiveReward(trx, workspaceId, id),
  wasRedeemed: ({ trx }) => wasRedeemed(trx, workspaceId, id),
  listPurchasesForExport: {
    rows: [[{ id }]],
    run: ({ trx }) =>
      listPurchasesForExport(trx, workspaceId, {
        since: at,
        until: at,
        before: id,
        limit: 1_000,
      }),
  },
  findPictureId: ({ trx }) => findPictureId(trx, workspaceId, id),
  countRewards: {
    rows: [[{ n: 1 }]],
    run: ({ trx }) => countRewards(trx, workspaceId),
  },
  insertRewards: ({ trx }) =>
    insertRewards(trx, [
      {
        workspace_id: workspaceId,
        id,
        title: 'Book',
        description: '',
        price: 50,
        category: 'uncategorised',
        emoji: '📚',
        picture_file_id: null,
        available_amount: null,
        type: 'manual',
        reward_type: 'individual',
        country: null,
        gift_card_value: null,
        deadline: null,
        created_at: at,
        deleted_at: null,
      },
    ]),
  updateRewardFields: ({ trx }) => updateRewardFields(trx, workspaceId, id, { price: 60 }),
  markRewardDeleted: ({ trx }) => markRewardDeleted(trx, workspaceId, id, at),
})
