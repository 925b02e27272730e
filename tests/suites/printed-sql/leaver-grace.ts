import type * as queries from '#server/workflows/leaver-grace/queries.ts'
import {
  findLeaverLocale,
  insertPayoutReward,
  listBadges,
  listDueLeavers,
  listThanks,
} from '#server/workflows/leaver-grace/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/workflows/leaver-grace/queries.ts', {
  listDueLeavers: ({ trx }) => listDueLeavers(trx, at, 200),
  findLeaverLocale: ({ trx }) => findLeaverLocale(trx, workspaceId, userId),
  insertPayoutReward: ({ trx }) =>
    insertPayoutReward(trx, {
      workspace_id: workspaceId,
      id,
      title: 'Gift card',
      price: 100,
      category: 'money_and_giftcards',
      type: 'automatic',
      reward_type: 'individual',
      created_at: at,
      deleted_at: at,
    }),
  listBadges: ({ trx }) => listBadges(trx, workspaceId, userId, { limit: 50 }),
  listThanks: ({ trx }) => listThanks(trx, workspaceId, userId, 1_000),
})
