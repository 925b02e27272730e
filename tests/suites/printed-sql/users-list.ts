import type * as queries from '#server/modules/users/list-queries.ts'
import {
  listAdministrators,
  listUsersForExport,
  searchPeople,
} from '#server/modules/users/list-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/users/list-queries.ts', {
  listUsersForExport: ({ trx }) =>
    listUsersForExport(trx, workspaceId, { state: 'accepted', limit: 20 }),
  searchPeople: ({ trx }) =>
    searchPeople(trx, workspaceId, userId, {
      text: 'ada',
      withTitles: true,
      seesAddresses: true,
      limit: 20,
    }),
  listAdministrators: ({ trx }) => listAdministrators(trx, workspaceId, 20),
})
