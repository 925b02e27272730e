import type * as queries from '#server/workflows/erase-user/queries.ts'
import {
  clearAuditedTokenNames,
  clearContributionComments,
  clearPurchaseNotes,
  clearGiftCardRecipients,
  clearImportRows,
  deleteSyncedData,
  clearInviterName,
  clearMailAddresses,
  clearWebhookAnswers,
  deleteIdempotencyKeysOfUser,
  deleteIntroductions,
  deleteScimRequestsAbout,
  deleteUserRows,
  deleteWaitingMailsOfUser,
  findAccountAndAvatar,
  hasOtherMember,
  listResponsesAbout,
  updateStoredResponse,
} from '#server/workflows/erase-user/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example
const erased = {
  workspace_id: workspaceId,
  id: userId,
  email: 'ada@example.com',
  name: 'Ada Lovelace',
}

export default defineExamples<typeof queries>()('server/workflows/erase-user/queries.ts', {
  hasOtherMember: ({ trx }) => hasOtherMember(trx, workspaceId, userId),
  findAccountAndAvatar: ({ trx }) => findAccountAndAvatar(trx, workspaceId, userId),
  deleteIdempotencyKeysOfUser: ({ trx }) => deleteIdempotencyKeysOfUser(trx, erased),
  listResponsesAbout: ({ trx }) => listResponsesAbout(trx, erased),
  updateStoredResponse: ({ trx }) =>
    updateStoredResponse(trx, workspaceId, { user_id: userId, key: 'key', response: {} }),
  deleteIntroductions: ({ trx }) => deleteIntroductions(trx, erased),
  deleteScimRequestsAbout: ({ trx }) => deleteScimRequestsAbout(trx, erased),
  deleteUserRows: ({ trx }) => deleteUserRows(trx, 'invites', erased),
  clearContributionComments: ({ trx }) => clearContributionComments(trx, erased),
  clearPurchaseNotes: ({ trx }) => clearPurchaseNotes(trx, erased),
  clearGiftCardRecipients: ({ trx }) => clearGiftCardRecipients(trx, erased),
  deleteWaitingMailsOfUser: ({ trx }) => deleteWaitingMailsOfUser(trx, erased),
  clearMailAddresses: ({ trx }) => clearMailAddresses(trx, erased),
  clearInviterName: ({ trx }) => clearInviterName(trx, erased),
  clearImportRows: ({ trx }) => clearImportRows(trx, erased),
  deleteSyncedData: ({ trx }) => deleteSyncedData(trx, erased),
  clearWebhookAnswers: ({ trx }) => clearWebhookAnswers(trx, erased),
  clearAuditedTokenNames: ({ trx }) => clearAuditedTokenNames(trx, erased),
})
