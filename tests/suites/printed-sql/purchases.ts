import type * as queries from '#server/modules/purchases/queries.ts'
import {
  findPurchaseRow,
  findRewardOfPurchase,
  insertPurchase,
  insertPurchaseEvent,
  listExpiredTeamPurchases,
  listPurchaseEvents,
  listPurchaseRowsByIds,
  listPurchaseRowsOfUser,
  listPurchasesWithPart,
  lockAcceptedUser,
  lockOpenTeamPurchase,
  lockPurchaseRow,
  lockPurchaseRows,
  updatePurchaseStatus,
} from '#server/modules/purchases/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/purchases/queries.ts', {
  listPurchaseEvents: ({ trx }) => listPurchaseEvents(trx, workspaceId, [id]),
  findPurchaseRow: ({ trx }) => findPurchaseRow(trx, workspaceId, id),
  listPurchaseRowsByIds: ({ trx }) => listPurchaseRowsByIds(trx, workspaceId, [id]),
  listPurchaseRowsOfUser: ({ trx }) =>
    listPurchaseRowsOfUser(trx, workspaceId, userId, {
      status: 'pending',
      type: 'manual',
      reward_type: 'team',
      after: { pending: true, id },
      limit: 21,
    }),
  findRewardOfPurchase: ({ trx }) => findRewardOfPurchase(trx, workspaceId, id),
  lockPurchaseRow: ({ trx }) => lockPurchaseRow(trx, workspaceId, id),
  lockPurchaseRows: ({ trx }) => lockPurchaseRows(trx, workspaceId, [id]),
  lockOpenTeamPurchase: ({ trx }) => lockOpenTeamPurchase(trx, workspaceId, id),
  listPurchasesWithPart: ({ trx }) => listPurchasesWithPart(trx, workspaceId, userId, 'open team'),
  listExpiredTeamPurchases: ({ trx }) => listExpiredTeamPurchases(trx, at, 100),
  insertPurchase: ({ trx }) =>
    insertPurchase(trx, {
      workspace_id: workspaceId,
      id,
      reward_id: id,
      status: 'pending',
      title: 'Book',
      emoji: '📚',
      picture_file_id: null,
      price: 50,
      type: 'manual',
      reward_type: 'individual',
      product_id: null,
      country: null,
      gift_card_value: null,
      deadline: null,
      claim_url: null,
      created_by: userId,
      decided_by: null,
      created_at: at,
      status_changed_at: at,
      canceled_at: null,
    }),
  updatePurchaseStatus: ({ trx }) =>
    updatePurchaseStatus(trx, workspaceId, id, {
      status: 'declined',
      status_changed_at: at,
      decided_by: userId,
      decline_reason: '',
      canceled_at: at,
      returned_at: null,
    }),
  insertPurchaseEvent: ({ trx }) =>
    insertPurchaseEvent(trx, {
      workspace_id: workspaceId,
      id,
      purchase_id: id,
      type: 'redeemed',
      actor_id: userId,
      amount: 50,
      created_at: at,
    }),
  lockAcceptedUser: ({ trx }) => lockAcceptedUser(trx, workspaceId, userId),
})
