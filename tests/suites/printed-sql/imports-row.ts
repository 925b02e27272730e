import type * as queries from '#server/modules/imports/row-queries.ts'
import {
  insertImportRows,
  listRowsAfter,
  listSampleRows,
  recordManagerCircles,
  recordRowOutcomes,
} from '#server/modules/imports/row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/imports/row-queries.ts', {
  listSampleRows: ({ trx }) => listSampleRows(trx, workspaceId, [id], 20),
  insertImportRows: ({ trx }) =>
    insertImportRows(trx, workspaceId, id, { lines: [2], cells: ['{ada@example.com}'] }),
  listRowsAfter: ({ trx }) => listRowsAfter(trx, workspaceId, id, 1, 500, 'open'),
  recordRowOutcomes: ({ trx }) =>
    recordRowOutcomes(trx, workspaceId, id, [
      { line: 2, outcome: 'invited', code: null, user_id: id },
    ]),
  recordManagerCircles: ({ trx }) => recordManagerCircles(trx, workspaceId, id, [id]),
})
