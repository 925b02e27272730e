import type * as queries from '#server/modules/sso/upkeep-queries.ts'
import { listConnectionsToCheck } from '#server/modules/sso/upkeep-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/sso/upkeep-queries.ts', {
  listConnectionsToCheck: ({ trx }) => listConnectionsToCheck(trx, example.at),
})
