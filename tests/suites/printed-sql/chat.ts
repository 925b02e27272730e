import type * as queries from '#server/workflows/chat/chat-queries.ts'
import {
  deleteDraftRow,
  deleteOldDrafts,
  deleteLinkRequests,
  findChatUser,
  findDraft,
  insertDraft,
  insertLinkRequest,
  listLinkedUsers,
  listUsersByEmail,
  touchConnection,
} from '#server/workflows/chat/chat-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at, hash } = example

export default defineExamples<typeof queries>()('server/workflows/chat/chat-queries.ts', {
  findChatUser: ({ trx }) => findChatUser(trx, workspaceId, userId),
  listLinkedUsers: ({ trx }) => listLinkedUsers(trx, workspaceId, 'slack', ['U1']),
  listUsersByEmail: ({ trx }) => listUsersByEmail(trx, workspaceId, ['ada@example.com']),
  insertLinkRequest: ({ trx }) =>
    insertLinkRequest(trx, {
      workspaceId,
      tokenHash: hash,
      provider: 'slack',
      externalUserId: 'U1',
      externalName: 'Ada',
      timezone: 'Europe/Berlin',
      expiresAt: at,
    }),
  deleteLinkRequests: ({ trx }) => deleteLinkRequests(trx, workspaceId, 'slack', 'U1'),
  insertDraft: ({ trx }) =>
    insertDraft(trx, {
      workspaceId,
      id,
      provider: 'slack',
      sourceKey: 'T1:1.2',
      userId,
      content: '{}',
      at,
    }),
  findDraft: ({ trx }) => findDraft(trx, workspaceId, userId, id),
  deleteOldDrafts: ({ trx }) => deleteOldDrafts(trx, workspaceId, userId, 49),
  deleteDraftRow: ({ trx }) => deleteDraftRow(trx, workspaceId, userId, id),
  touchConnection: ({ trx }) => touchConnection(trx, workspaceId, 'slack', at),
})
