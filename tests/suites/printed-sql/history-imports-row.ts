import type * as queries from '#server/modules/history-imports/row-queries.ts'
import {
  deleteOldHistoryRows,
  endCheck,
  insertHistoryRows,
  listHistoryLines,
  proveDateOrder,
  storeCheckedRows,
} from '#server/modules/history-imports/row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/history-imports/row-queries.ts', {
  insertHistoryRows: ({ trx }) =>
    insertHistoryRows(trx, workspaceId, id, { lines: [2], cells: ['{2024-03-05}'] }),
  listHistoryLines: ({ trx }) =>
    listHistoryLines(trx, workspaceId, id, { line: 1, limit: 2_000, refused: true }),
  proveDateOrder: ({ trx }) => proveDateOrder(trx, workspaceId, id, 0),
  storeCheckedRows: ({ trx }) =>
    storeCheckedRows(trx, workspaceId, id, [{ line: 2, code: 'date_unreadable' }]),
  endCheck: ({ trx }) => endCheck(trx, workspaceId, id, []),
  deleteOldHistoryRows: ({ trx }) => deleteOldHistoryRows(trx, workspaceId, at),
})
