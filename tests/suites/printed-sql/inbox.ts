import type * as queries from '#server/modules/inbox/queries.ts'
import {
  buildInboxQuery,
  buildUnreadQuery,
  findMutedKinds,
  type InboxReader,
  markItemsRead,
} from '#server/modules/inbox/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const reader: InboxReader = {
  workspaceId,
  userId,
  seesPrivatePosts: false,
  hiddenKinds: ['purchase_requested'],
  at,
}

export default defineExamples<typeof queries>()('server/modules/inbox/queries.ts', {
  buildInboxQuery: ({ trx }) =>
    buildInboxQuery(reader, { unread: true, after: [at.toISOString(), id], limit: 20 }).compile(
      trx,
    ),
  buildUnreadQuery: ({ trx }) => buildUnreadQuery(reader).compile(trx),
  markItemsRead: ({ trx }) => markItemsRead(trx, reader, { until: id }),
  findMutedKinds: ({ trx }) => findMutedKinds(trx, workspaceId, userId),
})
