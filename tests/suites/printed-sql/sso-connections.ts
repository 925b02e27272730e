import type * as queries from '#server/modules/sso/connection-queries.ts'
import {
  countPeople,
  countSecondFactors,
  deleteConnection,
  endSessionsOfConnection,
  findConnection,
  hasActiveConnection,
  insertConnection,
  listAdministratorAccounts,
  listConnections,
  updateConnectionColumns,
} from '#server/modules/sso/connection-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/sso/connection-queries.ts', {
  listConnections: ({ trx }) => listConnections(trx, workspaceId),
  findConnection: ({ trx }) => findConnection(trx, workspaceId, id),
  countPeople: ({ trx }) => countPeople(trx, workspaceId),
  insertConnection: ({ trx }) =>
    insertConnection(trx, {
      workspace_id: workspaceId,
      id,
      protocol: 'oidc',
      name: 'Okta',
      state: 'draft',
      claims: '{}',
      created_at: at,
    }),
  updateConnectionColumns: ({ trx }) =>
    updateConnectionColumns(trx, workspaceId, id, { name: 'Okta' }),
  deleteConnection: ({ trx }) => deleteConnection(trx, workspaceId, id),
  endSessionsOfConnection: ({ trx }) => endSessionsOfConnection(trx, workspaceId, id, at, userId),
  hasActiveConnection: ({ trx }) => hasActiveConnection(trx, workspaceId, id),
  listAdministratorAccounts: ({ trx }) => listAdministratorAccounts(trx, workspaceId),
  countSecondFactors: ({ trx }) => countSecondFactors(trx, [userId]),
})
