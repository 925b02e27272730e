import type * as queries from '#server/modules/reports/statistics-queries.ts'
import { listPopularRewards, sumStatistics } from '#server/modules/reports/statistics-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example
const days = { from: '2026-06-01', to: '2026-06-15', all: false }
const snapshotDays = ['2026-05-10', '2026-05-31', '2026-06-11']

export default defineExamples<typeof queries>()('server/modules/reports/statistics-queries.ts', {
  sumStatistics: ({ trx }) => sumStatistics(trx, { workspaceId, days }, snapshotDays),
  listPopularRewards: ({ trx }) =>
    listPopularRewards(trx, { workspaceId, days }, { timezone: 'UTC', limit: 5, snapshotDays: [] }),
})
