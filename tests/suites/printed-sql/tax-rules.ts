import type * as queries from '#server/modules/tax-rules/queries.ts'
import {
  deleteRuleRow,
  findCountryOf,
  insertRules,
  listRuleRows,
  updateRuleColumns,
} from '#server/modules/tax-rules/queries.ts'
import { taxRuleInput } from '#tests/support/tax-rules.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/tax-rules/queries.ts', {
  findCountryOf: ({ trx }) => findCountryOf(trx, workspaceId, userId),
  listRuleRows: ({ trx }) => listRuleRows(trx, workspaceId, 100),
  insertRules: ({ trx }) =>
    insertRules(trx, [
      {
        workspace_id: workspaceId,
        id,
        ...taxRuleInput,
        messages: '{}',
        created_at: at,
        created_by: userId,
      },
    ]),
  updateRuleColumns: ({ trx }) => updateRuleColumns(trx, workspaceId, id, { taxable: false }),
  deleteRuleRow: ({ trx }) => deleteRuleRow(trx, workspaceId, id),
})
