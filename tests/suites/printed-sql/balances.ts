import type * as queries from '#server/modules/balances/queries.ts'
import { listEntries } from '#server/modules/balances/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/balances/queries.ts', {
  listEntries: ({ trx }) =>
    listEntries(trx, example.workspaceId, example.userId, {
      before: undefined,
      limit: 20,
      publicOnly: true,
    }),
})
