import type * as queries from '#server/modules/retention/queries.ts'
import {
  deleteAddressChanges,
  deleteCardSetups,
  deleteFinishedMails,
  deleteGoogleNonces,
  deleteIdempotencyKeys,
  deleteImpersonationLinks,
  deleteImportRows,
  deleteInboxItems,
  deleteInboxOverflow,
  deleteInvites,
  deleteMailBudgets,
  deleteSessions,
  deleteSignInCodes,
  deleteTeamCreations,
  deleteUnconfirmedSecondFactors,
  deleteUnusedFiles,
  hasOldDemoData,
  listReferencedKeys,
  pruneAuditLog,
  deleteExpiredDemoData,
} from '#server/modules/retention/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/retention/queries.ts', {
  deleteSessions: ({ trx }) => deleteSessions(trx, at),
  deleteSignInCodes: ({ trx }) => deleteSignInCodes(trx, at),
  deleteTeamCreations: ({ trx }) => deleteTeamCreations(trx, at),
  deleteGoogleNonces: ({ trx }) => deleteGoogleNonces(trx, at),
  deleteUnconfirmedSecondFactors: ({ trx }) => deleteUnconfirmedSecondFactors(trx, at),
  deleteAddressChanges: ({ trx }) => deleteAddressChanges(trx, at),
  deleteIdempotencyKeys: ({ trx }) => deleteIdempotencyKeys(trx, workspaceId, at),
  deleteFinishedMails: ({ trx }) => deleteFinishedMails(trx, workspaceId, at),
  deleteMailBudgets: ({ trx }) => deleteMailBudgets(trx, workspaceId, at),
  deleteInvites: ({ trx }) => deleteInvites(trx, workspaceId, at),
  deleteImpersonationLinks: ({ trx }) => deleteImpersonationLinks(trx, workspaceId, at),
  deleteCardSetups: ({ trx }) => deleteCardSetups(trx, workspaceId, at),
  deleteImportRows: ({ trx }) => deleteImportRows(trx, workspaceId, at),
  deleteInboxItems: ({ trx }) => deleteInboxItems(trx, workspaceId, at),
  deleteInboxOverflow: ({ trx }) => deleteInboxOverflow(trx, workspaceId),
  pruneAuditLog: ({ trx }) => pruneAuditLog(trx, workspaceId, at),
  deleteUnusedFiles: ({ trx }) => deleteUnusedFiles(trx, workspaceId, at),
  hasOldDemoData: ({ trx }) => hasOldDemoData(trx, workspaceId, at),
  deleteExpiredDemoData: ({ trx }) => deleteExpiredDemoData(trx, workspaceId),
  listReferencedKeys: ({ trx }) => listReferencedKeys(trx, workspaceId, ['key']),
})
