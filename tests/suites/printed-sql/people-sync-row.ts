import type * as queries from '#server/modules/people-sync/row-queries.ts'
import {
  insertFileRows,
  listFileRows,
  setRowPeople,
} from '#server/modules/people-sync/row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/people-sync/row-queries.ts', {
  insertFileRows: ({ trx }) =>
    insertFileRows(trx, workspaceId, id, { lines: [2], cells: ['{ada@example.com}'] }),
  listFileRows: ({ trx }) => listFileRows(trx, workspaceId, id, { line: 1, limit: 2_000 }),
  setRowPeople: ({ trx }) => setRowPeople(trx, workspaceId, id, [{ line: 2, user_id: userId }]),
})
