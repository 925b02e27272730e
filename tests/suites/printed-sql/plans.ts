import type * as queries from '#server/modules/plans/queries.ts'
import {
  deletePlanRow,
  insertPlan,
  listPlanRows,
  sumAllowances,
  sumYearPoints,
  updatePlanColumns,
} from '#server/modules/plans/queries.ts'
import { planInput } from '#tests/support/plans.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/plans/queries.ts', {
  listPlanRows: ({ trx }) => listPlanRows(trx, workspaceId, 20),
  insertPlan: ({ trx }) =>
    insertPlan(trx, { workspace_id: workspaceId, id, ...planInput, created_at: at }),
  updatePlanColumns: ({ trx }) => updatePlanColumns(trx, workspaceId, id, { name: 'Growth' }),
  deletePlanRow: ({ trx }) => deletePlanRow(trx, workspaceId, id),
  sumAllowances: ({ trx }) => sumAllowances(trx, workspaceId),
  sumYearPoints: ({ trx }) =>
    sumYearPoints(trx, workspaceId, { from: '2025-06-16', to: '2026-06-15' }, '2026-06-14'),
})
