import type * as queries from '#server/modules/imports/row-queries.ts'
import {
  insertImportRows,
  listRowsAfter,
  listSampleRows,
  recordRowOutcomes,
  updateImportedUsers,
} from '#server/modules/imports/row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/imports/row-queries.ts', {
  listSampleRows: ({ trx }) => listSampleRows(trx, workspaceId, [id], 20),
  insertImportRows: ({ trx }) =>
    insertImportRows(trx, workspaceId, id, { lines: [2], cells: ['{ada@example.com}'] }),
  listRowsAfter: ({ trx }) => listRowsAfter(trx, workspaceId, id, 1, 500, 'open'),
  updateImportedUsers: ({ trx }) =>
    updateImportedUsers(trx, workspaceId, [{ id, email: 'ada@example.com' }]),
  recordRowOutcomes: ({ trx }) =>
    recordRowOutcomes(trx, workspaceId, id, [
      { line: 2, outcome: 'invited', code: null, user_id: id },
    ]),
})
