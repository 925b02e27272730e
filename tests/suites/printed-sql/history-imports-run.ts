import type * as queries from '#server/modules/history-imports/run-queries.ts'
import {
  createFormerTeammates,
  endUndo,
  importBatch,
  listOpeningBalances,
  lockOpenBalances,
  lockUnpaidBalances,
  markBalancesPaid,
  markBalancesReturned,
  undoBatch,
  undoPeople,
} from '#server/modules/history-imports/run-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/history-imports/run-queries.ts', {
  importBatch: ({ trx }) => importBatch(trx, workspaceId, id, 1_000),
  createFormerTeammates: ({ trx }) => createFormerTeammates(trx, workspaceId, id, at),
  listOpeningBalances: ({ trx }) => listOpeningBalances(trx, workspaceId, id),
  lockUnpaidBalances: ({ trx }) => lockUnpaidBalances(trx, workspaceId, id, 200),
  lockOpenBalances: ({ trx }) => lockOpenBalances(trx, workspaceId, id, 200),
  markBalancesPaid: ({ trx }) => markBalancesPaid(trx, workspaceId, id, [userId], at),
  markBalancesReturned: ({ trx }) =>
    markBalancesReturned(trx, workspaceId, id, [{ user_id: userId, points: 5 }]),
  undoBatch: ({ trx }) => undoBatch(trx, workspaceId, id, 1_000),
  undoPeople: ({ trx }) => undoPeople(trx, workspaceId, id, 200),
  endUndo: ({ trx }) => endUndo(trx, workspaceId, id),
})
