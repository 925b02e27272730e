import type * as queries from '#server/modules/chat-links/queries.ts'
import {
  deleteChatTraces,
  deleteLinkOfAccount,
  deleteLinksOfChat,
  deleteLinksOfUser,
  findLink,
  findLinkRequest,
  insertLink,
  listLinksOfUser,
  takeLinkRequest,
  updateLinkOfUser,
} from '#server/modules/chat-links/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at, hash } = example

export default defineExamples<typeof queries>()('server/modules/chat-links/queries.ts', {
  findLink: ({ trx }) => findLink(trx, workspaceId, 'slack', 'U1'),
  insertLink: ({ trx }) =>
    insertLink(trx, {
      workspaceId,
      provider: 'slack',
      externalUserId: 'U1',
      userId,
      linkedBy: 'email',
      timezone: 'Europe/Berlin',
      at,
    }),
  listLinksOfUser: ({ trx }) => listLinksOfUser(trx, workspaceId, userId),
  updateLinkOfUser: ({ trx }) =>
    updateLinkOfUser(trx, workspaceId, userId, 'slack', { quiet_from: 18 }),
  deleteLinksOfUser: ({ trx }) => deleteLinksOfUser(trx, workspaceId, userId, 'slack'),
  deleteChatTraces: ({ trx }) => deleteChatTraces(trx, workspaceId, userId),
  deleteLinkOfAccount: ({ trx }) => deleteLinkOfAccount(trx, workspaceId, 'slack', 'U1'),
  findLinkRequest: ({ trx }) => findLinkRequest(trx, workspaceId, hash, at),
  takeLinkRequest: ({ trx }) => takeLinkRequest(trx, workspaceId, hash, at),
  deleteLinksOfChat: ({ trx }) => deleteLinksOfChat(trx, workspaceId, 'slack'),
})
