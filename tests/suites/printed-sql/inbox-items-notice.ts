import type * as queries from '#server/modules/inbox-items/notice-queries.ts'
import {
  addBudgetToInboxes,
  addDecisionToInboxes,
  addEndingAllowances,
  addImportToInbox,
  addNotice,
  addRequestToInboxes,
} from '#server/modules/inbox-items/notice-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const found = [[{ id: userId }]]

export default defineExamples<typeof queries>()('server/modules/inbox-items/notice-queries.ts', {
  addNotice: {
    rows: [[{ id: userId }]],
    run: ({ trx }) =>
      addNotice(
        trx,
        workspaceId,
        'import_finished',
        { userIds: [userId], actorId: userId },
        { kind: 'import_finished', import_id: id, created_at: at },
      ),
  },
  addDecisionToInboxes: {
    rows: found,
    run: ({ trx }) =>
      addDecisionToInboxes(trx, workspaceId, 'purchase_decided', {
        purchaseId: id,
        buyerIds: [userId],
        actorId: null,
        at,
      }),
  },
  addRequestToInboxes: {
    rows: found,
    run: ({ trx }) => addRequestToInboxes(trx, workspaceId, { buyerId: userId, at }),
  },
  addImportToInbox: {
    rows: found,
    run: ({ trx }) => addImportToInbox(trx, workspaceId, { importId: id, userId, at }),
  },
  addBudgetToInboxes: {
    rows: found,
    run: ({ trx }) =>
      addBudgetToInboxes(trx, workspaceId, 'budget_ending', {
        budgetId: id,
        ownerIds: [userId],
        periodEnd: at,
        at,
      }),
  },
  addEndingAllowances: {
    rows: found,
    run: ({ trx }) => addEndingAllowances(trx, workspaceId, { start: at, end: at }, at),
  },
})
