import type * as queries from '#server/modules/chat-messages/expansion-queries.ts'
import {
  findPostFacts,
  includesSomebody,
  listActiveChannels,
  listChannelsWithPost,
  listDirectMessageReaders,
  listLastDirectMessages,
  listDirectlyTold,
  listPurchasePeople,
} from '#server/modules/chat-messages/expansion-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const audience = {
  group_ids: [],
  excluded_group_ids: [],
  managers_only: false,
  countries: ['DE'],
  tenure_months_from: null,
  tenure_months_to: null,
  user_ids: [],
}

export default defineExamples<typeof queries>()(
  'server/modules/chat-messages/expansion-queries.ts',
  {
    findPostFacts: ({ trx }) => findPostFacts(trx, workspaceId, id),
    listActiveChannels: ({ trx }) => listActiveChannels(trx, workspaceId, 'slack'),
    includesSomebody: ({ trx }) =>
      includesSomebody(trx, workspaceId, [userId], audience, '2026-03-15'),
    listChannelsWithPost: ({ trx }) => listChannelsWithPost(trx, workspaceId, 'slack', id),
    listDirectMessageReaders: ({ trx }) =>
      listDirectMessageReaders(trx, workspaceId, 'slack', [userId], 'thanks'),
    listLastDirectMessages: ({ trx }) =>
      listLastDirectMessages(trx, workspaceId, { hookId: id, userIds: [userId], since: at }),
    listDirectlyTold: ({ trx }) =>
      listDirectlyTold(trx, workspaceId, { hookId: id, event: 'direct.jury', subjectId: id }, [id]),
    listPurchasePeople: ({ trx }) => listPurchasePeople(trx, workspaceId, id),
  },
)
