import type * as queries from '#server/workflows/export-personal-data/queries.ts'
import {
  findAccountForExport,
  listAddressChanges,
  listAuditedActions,
  listConnectedApplications,
  listContributionsForExport,
  listGivenPosts,
  listLikes,
  listMails,
  listReactionsByPost,
  listReceivedPosts,
  listSessionsForExport,
  listWrittenComments,
} from '#server/workflows/export-personal-data/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId } = example
const subject = { workspace_id: workspaceId, user_id: userId, email: 'ada@example.com' }
const page = { after: id, limit: 500 }

export default defineExamples<typeof queries>()(
  'server/workflows/export-personal-data/queries.ts',
  {
    listGivenPosts: ({ trx }) => listGivenPosts(trx, subject, page),
    listReceivedPosts: ({ trx }) => listReceivedPosts(trx, subject, page),
    listWrittenComments: ({ trx }) => listWrittenComments(trx, subject, page),
    listReactionsByPost: ({ trx }) => listReactionsByPost(trx, subject, page),
    listLikes: ({ trx }) => listLikes(trx, subject, page),
    listContributionsForExport: ({ trx }) => listContributionsForExport(trx, subject, page),
    listMails: ({ trx }) => listMails(trx, subject, page),
    listAuditedActions: ({ trx }) => listAuditedActions(trx, subject, page),
    findAccountForExport: ({ trx }) => findAccountForExport(trx, id),
    listSessionsForExport: ({ trx }) => listSessionsForExport(trx, id, { workspaceId, limit: 500 }),
    listConnectedApplications: ({ trx }) =>
      listConnectedApplications(trx, id, { workspaceId, limit: 500 }),
    listAddressChanges: ({ trx }) => listAddressChanges(trx, id, 500),
  },
)
