import type * as queries from '#server/modules/users/list-queries.ts'
import {
  countUsersByState,
  listAdministrators,
  listUsers,
  listUsersForExport,
  searchPeople,
} from '#server/modules/users/list-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/users/list-queries.ts', {
  listUsers: ({ trx }) =>
    listUsers(trx, workspaceId, at, { search: 'ada', after: [1, 'ada', userId], limit: 20 }),
  listUsersForExport: ({ trx }) =>
    listUsersForExport(trx, workspaceId, { state: 'accepted', limit: 20 }),
  countUsersByState: ({ trx }) => countUsersByState(trx, workspaceId),
  searchPeople: ({ trx }) =>
    searchPeople(trx, workspaceId, userId, { text: 'ada', seesAddresses: true, limit: 20 }),
  listAdministrators: ({ trx }) => listAdministrators(trx, workspaceId, 20),
})
