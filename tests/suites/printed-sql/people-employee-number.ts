import type * as queries from '#server/modules/people/employee-number-queries.ts'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/people/employee-number-queries.ts',
  {
    listUsersOfEmployeeNumbers: ({ trx }) =>
      listUsersOfEmployeeNumbers(trx, example.workspaceId, ['e-1']),
  },
)
