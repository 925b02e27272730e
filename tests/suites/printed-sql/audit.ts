import type * as queries from '#server/modules/audit/queries.ts'
import { listAuditEntries } from '#server/modules/audit/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/audit/queries.ts', {
  listAuditEntries: ({ trx }) =>
    listAuditEntries(trx, example.workspaceId, { before: example.id, limit: 20 }),
})
