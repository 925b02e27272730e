import type * as queries from '#server/modules/chat/queries.ts'
import {
  countChannels,
  countConversations,
  deleteChannelsAndConversations,
  deleteConnectionRows,
  insertAuthorization,
  listKnownChannels,
  lockTeamOfChat,
  moveWaitingDeliveries,
  takeAuthorization,
} from '#server/modules/chat/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at, hash } = example

export default defineExamples<typeof queries>()('server/modules/chat/queries.ts', {
  insertAuthorization: ({ trx }) =>
    insertAuthorization(trx, workspaceId, { stateHash: hash, sessionId: id, expiresAt: at }),
  takeAuthorization: ({ trx }) =>
    takeAuthorization(trx, workspaceId, { stateHash: hash, sessionId: id, at }),
  deleteConnectionRows: ({ trx }) => deleteConnectionRows(trx, workspaceId, 'slack'),
  deleteChannelsAndConversations: ({ trx }) =>
    deleteChannelsAndConversations(trx, workspaceId, 'slack'),
  listKnownChannels: ({ trx }) => listKnownChannels(trx, workspaceId, 'teams', 10),
  lockTeamOfChat: ({ trx }) => lockTeamOfChat(trx, 'slack', 'T1'),
  countConversations: ({ trx }) => countConversations(trx, workspaceId, 'teams'),
  countChannels: ({ trx }) => countChannels(trx, workspaceId),
  moveWaitingDeliveries: ({ trx }) => moveWaitingDeliveries(trx, workspaceId, { from: id, to: id }),
})
