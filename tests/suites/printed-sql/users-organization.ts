import type * as queries from '#server/modules/users/organization-queries.ts'
import {
  findNames,
  listManagedUsers,
  listOrganizationRows,
  listPlaceableUsers,
  updateFieldSources,
} from '#server/modules/users/organization-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/users/organization-queries.ts', {
  listManagedUsers: ({ trx }) => listManagedUsers(trx, workspaceId, [userId], 'department_id'),
  findNames: ({ trx }) => findNames(trx, example.workspaceId, example.userId),
  listOrganizationRows: ({ trx }) => listOrganizationRows(trx, workspaceId, [userId]),
  listPlaceableUsers: ({ trx }) => listPlaceableUsers(trx, workspaceId, [userId]),
  updateFieldSources: ({ trx }) =>
    updateFieldSources(trx, workspaceId, userId, { fields: ['country'], source: 'import' }),
})
