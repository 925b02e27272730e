import type * as queries from '#server/modules/accounts/queries.ts'
import {
  findAccountEmail,
  findOrCreateAccount,
  findOrCreateAccounts,
  pruneAccount,
} from '#server/modules/accounts/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const emails = ['ada@example.com']

export default defineExamples<typeof queries>()('server/modules/accounts/queries.ts', {
  findAccountEmail: ({ trx }) => findAccountEmail(trx, example.id),
  findOrCreateAccount: ({ trx }) => findOrCreateAccount(trx, 'ada@example.com', example.at),
  findOrCreateAccounts: ({ trx }) => findOrCreateAccounts(trx, emails, example.at),
  pruneAccount: ({ trx }) => pruneAccount(trx, example.id),
})
