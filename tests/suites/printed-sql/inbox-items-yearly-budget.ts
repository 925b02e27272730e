import type * as queries from '#server/modules/inbox-items/yearly-budget-queries.ts'
import { addBudgetWarningToInboxes } from '#server/modules/inbox-items/yearly-budget-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const found = [{ id: userId }]

export default defineExamples<typeof queries>()(
  'server/modules/inbox-items/yearly-budget-queries.ts',
  {
    addBudgetWarningToInboxes: {
      rows: [found, found],
      run: ({ trx }) => addBudgetWarningToInboxes(trx, workspaceId, 90, at),
    },
  },
)
