import type * as queries from '#server/modules/chat-messages/connection-queries.ts'
import {
  countLinks,
  findConnection,
  findWorkspaceOfTeam,
  insertConnection,
  leaseTokenRefresh,
  listConnections,
  lockConnection,
  markDisconnected,
  switchAppHooksOff,
  switchAppHooksOn,
  updateConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()(
  'server/modules/chat-messages/connection-queries.ts',
  {
    listConnections: ({ trx }) => listConnections(trx, workspaceId),
    findConnection: ({ trx }) => findConnection(trx, workspaceId, 'slack'),
    findWorkspaceOfTeam: ({ trx }) => findWorkspaceOfTeam(trx, 'slack', 'T1'),
    lockConnection: ({ trx }) => lockConnection(trx, workspaceId, 'slack'),
    insertConnection: ({ trx }) =>
      insertConnection(trx, {
        workspace_id: workspaceId,
        provider: 'slack',
        hook_id: id,
        state: 'setup',
        created_at: at,
      }),
    updateConnection: ({ trx }) =>
      updateConnection(trx, workspaceId, 'slack', { state: 'connected' }),
    leaseTokenRefresh: ({ trx }) => leaseTokenRefresh(trx, workspaceId, 'slack', { at, until: at }),
    markDisconnected: ({ trx }) => markDisconnected(trx, workspaceId, 'slack', 'revoked'),
    switchAppHooksOff: ({ trx }) => switchAppHooksOff(trx, workspaceId, 'slack'),
    switchAppHooksOn: ({ trx }) => switchAppHooksOn(trx, workspaceId, 'slack'),
    countLinks: ({ trx }) => countLinks(trx, workspaceId),
  },
)
