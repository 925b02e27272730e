import type * as queries from '#server/modules/oauth/grant-queries.ts'
import {
  deleteAccessToken,
  deleteGrant,
  deleteGrantsExcept,
  deleteGrantsOf,
  deleteGrantsOfAccount,
  findGrant,
  findGrantOfSession,
  insertAccessToken,
  insertGrant,
  listClients,
  listGrants,
} from '#server/modules/oauth/grant-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId, at } = example
const owner = { workspace_id: workspaceId, user_id: userId }

export default defineExamples<typeof queries>()('server/modules/oauth/grant-queries.ts', {
  listGrants: ({ trx }) => listGrants(trx, owner, at, 50),
  findGrant: ({ trx }) => findGrant(trx, id, at),
  findGrantOfSession: ({ trx }) => findGrantOfSession(trx, id),
  insertGrant: ({ trx }) =>
    insertGrant(trx, {
      ...owner,
      id,
      account_id: id,
      client_id: 'https://assistant.example/client.json',
      client_name: 'Assistant',
      audience: 'mcp',
      scopes: ['posts:read'],
      reads_private: false,
      payload: {},
      created_at: at,
      seen_at: at,
      expires_at: at,
    }),
  deleteGrant: ({ trx }) => deleteGrant(trx, id),
  deleteGrantsOf: ({ trx }) => deleteGrantsOf(trx, owner, id),
  deleteGrantsOfAccount: ({ trx }) => deleteGrantsOfAccount(trx, id),
  deleteGrantsExcept: ({ trx }) =>
    deleteGrantsExcept(trx, workspaceId, ['https://assistant.example/client.json']),
  listClients: ({ trx }) => listClients(trx, workspaceId, at, 100),
  insertAccessToken: ({ trx }) =>
    insertAccessToken(trx, id, 'token', { scopes: ['posts:read'], expiresAt: at, at }),
  deleteAccessToken: ({ trx }) => deleteAccessToken(trx, 'token'),
})
