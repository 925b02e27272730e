import type * as queries from '#server/modules/allowance-rules/queries.ts'
import {
  countPeopleOfRules,
  deleteRuleRow,
  insertRule,
  updateRuleColumns,
  updateRulePositions,
} from '#server/modules/allowance-rules/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/allowance-rules/queries.ts', {
  countPeopleOfRules: ({ trx }) => countPeopleOfRules(trx, workspaceId),
  insertRule: ({ trx }) =>
    insertRule(trx, {
      workspace_id: workspaceId,
      id,
      position: 1,
      name: 'Managers',
      audience: '{}',
      points_limit: 100,
      points_limit_per_post: null,
      extra_per_report: 10,
      created_at: at,
    }),
  updateRuleColumns: ({ trx }) => updateRuleColumns(trx, workspaceId, id, { name: 'Leads' }),
  updateRulePositions: ({ trx }) => updateRulePositions(trx, workspaceId, [id]),
  deleteRuleRow: ({ trx }) => deleteRuleRow(trx, workspaceId, id),
})
