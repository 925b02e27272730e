import type * as queries from '#server/modules/chat-messages/message-queries.ts'
import {
  deleteChatMessage,
  findChatMessage,
  findConversation,
  findDecidedPurchase,
  findDirectMessageAddress,
  findPersonalConversation,
  findPostExtras,
  findThanksForReader,
  storeChatMessage,
} from '#server/modules/chat-messages/message-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/chat-messages/message-queries.ts', {
  findChatMessage: ({ trx }) => findChatMessage(trx, workspaceId, id, id),
  storeChatMessage: ({ trx }) =>
    storeChatMessage(trx, workspaceId, {
      hookId: id,
      postId: id,
      channel_id: 'C1',
      message_id: '1.2',
      at,
    }),
  deleteChatMessage: ({ trx }) => deleteChatMessage(trx, workspaceId, id, id),
  findPostExtras: ({ trx }) => findPostExtras(trx, workspaceId, id),
  findDirectMessageAddress: ({ trx }) =>
    findDirectMessageAddress(trx, workspaceId, 'slack', userId),
  findThanksForReader: ({ trx }) => findThanksForReader(trx, workspaceId, id, userId),
  findDecidedPurchase: ({ trx }) => findDecidedPurchase(trx, workspaceId, id),
  findPersonalConversation: ({ trx }) => findPersonalConversation(trx, workspaceId, 'teams', 'a'),
  findConversation: ({ trx }) => findConversation(trx, workspaceId, 'teams', 'a'),
})
