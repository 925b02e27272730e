import type * as queries from '#server/modules/outbox/webhook-event-queries.ts'
import {
  enqueueDirectNews,
  enqueuePostsDeleted,
  enqueueWebhookEvents,
} from '#server/modules/outbox/webhook-event-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/outbox/webhook-event-queries.ts', {
  enqueueWebhookEvents: {
    rows: [[{ id }]],
    run: ({ trx }) =>
      enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [id], at }),
  },
  enqueueDirectNews: {
    rows: [[{ id }]],
    run: ({ trx }) =>
      enqueueDirectNews(trx, { workspaceId, event: 'direct.award', subjectId: id, at }),
  },
  enqueuePostsDeleted: {
    rows: [[], [{ id }]],
    run: ({ trx }) => enqueuePostsDeleted(trx, { workspaceId, postIds: [id], at }),
  },
})
