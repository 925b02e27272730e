import type * as queries from '#server/modules/audit/queries.ts'
import { listAuditEntries, listAuditObjects } from '#server/modules/audit/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/audit/queries.ts', {
  listAuditEntries: ({ trx }) =>
    listAuditEntries(
      trx,
      example.workspaceId,
      {
        sign_ins: 'none',
        kinds: ['reward', 'purchase'],
        actor_id: example.userId,
        since: example.at,
        until: example.at,
      },
      { before: example.id, limit: 20 },
    ),
  listAuditObjects: ({ trx }) => listAuditObjects(trx, example.workspaceId, [example.id]),
})
