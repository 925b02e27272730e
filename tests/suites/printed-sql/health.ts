import type * as queries from '#server/modules/health/queries.ts'
import { isMigrationApplied } from '#server/modules/health/queries.ts'
import { defineExamples } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/health/queries.ts', {
  isMigrationApplied: ({ trx }) => isMigrationApplied(trx, 'migration'),
})
