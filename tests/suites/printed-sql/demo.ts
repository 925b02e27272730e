import type * as queries from '#server/workflows/demo/queries.ts'
import {
  accountExists,
  deleteInboxItemsBefore,
  deleteMails,
  hasAccounts,
  insertEndedSessions,
  listLastActions,
  listPrices,
  listWallets,
  listWalletsAbove,
  lockDemoCreation,
  setPermissions,
  setPointsLimit,
  setReplyCounts,
} from '#server/workflows/demo/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const permissions = {
  global_administrator: true,
  account_administrator: true,
  rewards_administrator: true,
  billing_administrator: true,
}

export default defineExamples<typeof queries>()('server/workflows/demo/queries.ts', {
  accountExists: ({ trx }) => accountExists(trx, 'ada@example.com'),
  hasAccounts: ({ trx }) => hasAccounts(trx),
  lockDemoCreation: ({ trx }) => lockDemoCreation(trx),
  setPointsLimit: ({ trx }) => setPointsLimit(trx, workspaceId, 250),
  setPermissions: ({ trx }) => setPermissions(trx, workspaceId, userId, permissions),
  setReplyCounts: ({ trx }) =>
    setReplyCounts(trx, workspaceId, id, { comments: 1, reactions: { clap: 1 } }),
  listPrices: ({ trx }) => listPrices(trx, workspaceId),
  listWallets: ({ trx }) => listWallets(trx, workspaceId),
  listWalletsAbove: ({ trx }) =>
    listWalletsAbove(trx, workspaceId, { min: 30, exceptUserId: userId, limit: 5 }),
  listLastActions: ({ trx }) => listLastActions(trx, workspaceId),
  insertEndedSessions: ({ trx }) =>
    insertEndedSessions(trx, workspaceId, [{ user_id: userId, account_id: id, at }]),
  deleteInboxItemsBefore: ({ trx }) => deleteInboxItemsBefore(trx, workspaceId, at),
  deleteMails: ({ trx }) => deleteMails(trx, workspaceId),
})
