import type * as queries from '#server/modules/reports/colleague-points-queries.ts'
import { colleaguePointsRows } from '#server/modules/reports/colleague-points-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/reports/colleague-points-queries.ts',
  {
    colleaguePointsRows: ({ trx }) => {
      const days = { from: '2026-01-01', to: '2026-03-31' }
      return colleaguePointsRows(example.workspaceId, days, []).execute(trx)
    },
  },
)
