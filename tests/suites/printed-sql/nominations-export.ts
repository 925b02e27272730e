import type * as queries from '#server/modules/nominations/export-queries.ts'
import { listExportRows, listValueNames } from '#server/modules/nominations/export-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/nominations/export-queries.ts', {
  listExportRows: ({ trx }) => listExportRows(trx, workspaceId, id, { before: id, limit: 1000 }),
  listValueNames: ({ trx }) => listValueNames(trx, workspaceId),
})
