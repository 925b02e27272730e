import type * as queries from '#server/modules/budget-owners/queries.ts'
import {
  insertMissingOwners,
  listBudgetOwners,
  ownsBudget,
  replaceBudgetOwners,
} from '#server/modules/budget-owners/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/budget-owners/queries.ts', {
  ownsBudget: ({ trx }) => ownsBudget(trx, workspaceId, id, userId),
  listBudgetOwners: ({ trx }) => listBudgetOwners(trx, workspaceId, [id]),
  replaceBudgetOwners: ({ trx }) => replaceBudgetOwners(trx, workspaceId, id, [userId]),
  insertMissingOwners: ({ trx }) => insertMissingOwners(trx, workspaceId),
})
