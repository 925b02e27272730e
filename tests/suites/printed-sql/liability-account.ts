import type * as queries from '#server/modules/liability/account-queries.ts'
import { findAccounts, saveAccounts } from '#server/modules/liability/account-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example
const accounts = {
  expense: 'Expense',
  liability: 'Liability',
  redemptions: 'Redemptions',
  corrections: 'Corrections',
  change_of_worth: 'Change of worth',
  cost_center: '',
}

export default defineExamples<typeof queries>()('server/modules/liability/account-queries.ts', {
  findAccounts: ({ trx }) => findAccounts(trx, workspaceId),
  saveAccounts: ({ trx }) => saveAccounts(trx, workspaceId, accounts),
})
