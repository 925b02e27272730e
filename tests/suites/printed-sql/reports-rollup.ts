import type * as queries from '#server/modules/reports/rollup-queries.ts'
import {
  findDifferences,
  lockRollupSources,
  repairRollup,
} from '#server/modules/reports/rollup-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/reports/rollup-queries.ts', {
  findDifferences: ({ trx }) => findDifferences(trx, workspaceId),
  lockRollupSources: ({ trx }) => lockRollupSources(trx, workspaceId),
  repairRollup: ({ trx }) => repairRollup(trx, workspaceId, 'daily_recognition'),
})
