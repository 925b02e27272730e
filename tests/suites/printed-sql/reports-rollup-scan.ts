import type * as queries from '#server/modules/reports/rollup-scan-queries.ts'
import { expectedRows, storedRows } from '#server/modules/reports/rollup-scan-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/reports/rollup-scan-queries.ts', {
  storedRows: ({ trx }) => storedRows('user_snapshots', workspaceId).execute(trx),
  expectedRows: ({ trx }) => expectedRows('user_snapshots', workspaceId).execute(trx),
})
