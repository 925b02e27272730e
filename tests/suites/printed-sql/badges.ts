import type * as queries from '#server/modules/badges/queries.ts'
import { findBadgeKey, insertBadgeKey } from '#server/modules/badges/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/badges/queries.ts', {
  findBadgeKey: ({ trx }) => findBadgeKey(trx, workspaceId),
  insertBadgeKey: ({ trx }) =>
    insertBadgeKey(trx, {
      workspace_id: workspaceId,
      private_key: hash,
      public_key: '{}',
      created_at: at,
    }),
})
