import type * as queries from '#server/modules/yearly-budget/queries.ts'
import {
  deleteYearlyBudgetRow,
  findYearlyBudget,
  lockYearlyBudget,
  updateYearlyBudget,
  upsertYearlyBudget,
} from '#server/modules/yearly-budget/queries.ts'
import { yearlyBudgetInput } from '#tests/support/yearly-budget.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/yearly-budget/queries.ts', {
  findYearlyBudget: ({ trx }) => findYearlyBudget(trx, workspaceId),
  lockYearlyBudget: ({ trx }) => lockYearlyBudget(trx, workspaceId),
  upsertYearlyBudget: ({ trx }) =>
    upsertYearlyBudget(trx, {
      workspace_id: workspaceId,
      ...yearlyBudgetInput,
      warned_year: yearlyBudgetInput.starts_on,
      warned_percent: 0,
      updated_at: at,
      updated_by: userId,
    }),
  updateYearlyBudget: ({ trx }) => updateYearlyBudget(trx, workspaceId, { warned_percent: 90 }),
  deleteYearlyBudgetRow: ({ trx }) => deleteYearlyBudgetRow(trx, workspaceId),
})
