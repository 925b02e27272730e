import type * as queries from '#server/modules/budgets/queries.ts'
import {
  countOpenBudgets,
  findBudget,
  findBudgetBalance,
  includesAll,
  insertBudget,
  listBudgetMovements,
  listBudgetNames,
  listBudgetRows,
  listBudgetsEndingBy,
  listGivableIds,
  updateBudgetColumns,
} from '#server/modules/budgets/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const today = '2026-09-01'
const audience = {
  group_ids: [],
  excluded_group_ids: [],
  managers_only: true,
  countries: [],
  tenure_months_from: null,
  tenure_months_to: null,
  user_ids: [],
}

export default defineExamples<typeof queries>()('server/modules/budgets/queries.ts', {
  listBudgetRows: ({ trx }) => listBudgetRows(trx, workspaceId, { ownerId: userId, max: 100 }),
  findBudget: ({ trx }) => findBudget(trx, workspaceId, id, 'lock'),
  findBudgetBalance: ({ trx }) => findBudgetBalance(trx, workspaceId, id, at),
  listBudgetNames: ({ trx }) => listBudgetNames(trx, workspaceId, [id]),
  listBudgetsEndingBy: ({ trx }) => listBudgetsEndingBy(trx, workspaceId, at),
  countOpenBudgets: ({ trx }) =>
    countOpenBudgets(trx, workspaceId, { name: 'Operations', exceptId: null }),
  insertBudget: ({ trx }) =>
    insertBudget(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Operations',
      period: 'quarter',
      points: 100,
      recipients: JSON.stringify(audience),
      period_start: at,
      created_at: at,
    }),
  updateBudgetColumns: ({ trx }) => updateBudgetColumns(trx, workspaceId, id, { name: 'Support' }),
  listGivableIds: ({ trx }) =>
    listGivableIds(trx, workspaceId, userId, [{ id, givers: audience }], today),
  includesAll: ({ trx }) => includesAll(trx, workspaceId, audience, { userIds: [userId], today }),
  listBudgetMovements: ({ trx }) =>
    listBudgetMovements(trx, workspaceId, id, {
      before: id,
      limit: 21,
      reader: { userId: userId, seesPrivatePosts: false },
    }),
})
