import type * as queries from '#server/modules/outbox/recipient-queries.ts'
import {
  findAccountAdminRecipients,
  findAlertRecipients,
  findAwardRecipients,
  findBillingRecipients,
  findDecisionRecipients,
  findLeaverRecipients,
  findRedemptionRecipients,
  findThanksRecipients,
} from '#server/modules/outbox/recipient-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/outbox/recipient-queries.ts', {
  findRedemptionRecipients: ({ trx }) =>
    findRedemptionRecipients(trx, example.workspaceId, example.userId),
  findBillingRecipients: ({ trx }) => findBillingRecipients(trx, example.workspaceId),
  findAccountAdminRecipients: ({ trx }) => findAccountAdminRecipients(trx, example.workspaceId),
  findAlertRecipients: ({ trx }) => findAlertRecipients(trx, example.workspaceId, example.userId),
  findDecisionRecipients: ({ trx }) =>
    findDecisionRecipients(trx, example.workspaceId, [example.userId]),
  findThanksRecipients: ({ trx }) =>
    findThanksRecipients(trx, example.workspaceId, [example.userId]),
  findAwardRecipients: ({ trx }) => findAwardRecipients(trx, example.workspaceId, [example.userId]),
  findLeaverRecipients: ({ trx }) =>
    findLeaverRecipients(trx, example.workspaceId, example.id, [example.userId]),
})
