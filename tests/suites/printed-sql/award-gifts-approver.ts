import type * as queries from '#server/modules/award-gifts/approver-queries.ts'
import {
  countAccepted,
  deleteApprover,
  findApproverFor,
  insertApprovers,
  insertDecision,
  listApprovers,
  listEligible,
  listEligibleAdministrators,
  listEligibleManagers,
  listNotified,
  listOwnersOfBudget,
} from '#server/modules/award-gifts/approver-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const excluding = { workspaceId, excludedIds: [userId] }

export default defineExamples<typeof queries>()('server/modules/award-gifts/approver-queries.ts', {
  listEligible: ({ trx }) => listEligible(trx, excluding, [id]),
  listEligibleManagers: ({ trx }) => listEligibleManagers(trx, excluding, [id]),
  listEligibleAdministrators: ({ trx }) => listEligibleAdministrators(trx, excluding),
  insertApprovers: ({ trx }) =>
    insertApprovers(trx, workspaceId, { giftId: id, step: 0, userIds: [userId] }),
  listApprovers: ({ trx }) => listApprovers(trx, workspaceId, [id]),
  deleteApprover: ({ trx }) => deleteApprover(trx, workspaceId, { giftId: id, step: 0, userId }),
  listNotified: ({ trx }) => listNotified(trx, excluding, [id], at),
  findApproverFor: ({ trx }) =>
    findApproverFor(trx, workspaceId, { giftId: id, step: 0, userId, at }),
  insertDecision: ({ trx }) =>
    insertDecision(trx, {
      workspace_id: workspaceId,
      gift_id: id,
      step: 0,
      user_id: userId,
      approved: true,
      created_at: at,
    }),
  listOwnersOfBudget: ({ trx }) => listOwnersOfBudget(trx, workspaceId, id),
  countAccepted: ({ trx }) => countAccepted(trx, workspaceId, [userId]),
})
