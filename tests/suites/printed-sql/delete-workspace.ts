import type * as queries from '#server/workflows/delete-workspace/queries.ts'
import {
  deleteDemoRows,
  deleteHistory,
  deleteWaitingMails,
  eraseWorkspaceRows,
  limitLockWaits,
  listDueDeletions,
  listOpenOrders,
  lockWorkspaceRows,
  markWorkspaceDeleted,
  pruneAccountsOfDeleted,
  revokeWorkspaceSessions,
  scheduleDeletion,
  unscheduleDeletion,
} from '#server/workflows/delete-workspace/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/workflows/delete-workspace/queries.ts', {
  scheduleDeletion: ({ trx }) =>
    scheduleDeletion(trx, workspaceId, { dueAt: at, askedBy: example.userId }),
  unscheduleDeletion: ({ trx }) => unscheduleDeletion(trx, workspaceId),
  listDueDeletions: ({ trx }) => listDueDeletions(trx, at, 20),
  markWorkspaceDeleted: ({ trx }) => markWorkspaceDeleted(trx, workspaceId, at),
  revokeWorkspaceSessions: ({ trx }) => revokeWorkspaceSessions(trx, workspaceId, at),
  deleteWaitingMails: ({ trx }) => deleteWaitingMails(trx, workspaceId),
  limitLockWaits: ({ trx }) => limitLockWaits(trx),
  lockWorkspaceRows: ({ trx }) => lockWorkspaceRows(trx, workspaceId),
  listOpenOrders: ({ trx }) => listOpenOrders(trx, workspaceId),
  deleteDemoRows: ({ trx }) => deleteDemoRows(trx, workspaceId),
  deleteHistory: ({ trx }) => deleteHistory(trx, workspaceId),
  pruneAccountsOfDeleted: ({ trx }) => pruneAccountsOfDeleted(trx, workspaceId),
  eraseWorkspaceRows: ({ trx }) => eraseWorkspaceRows(trx, workspaceId),
})
