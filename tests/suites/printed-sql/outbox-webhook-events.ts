import type * as queries from '#server/modules/outbox/webhook-event-queries.ts'
import {
  enqueuePostsDeleted,
  enqueueWebhookEvents,
} from '#server/modules/outbox/webhook-event-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/outbox/webhook-event-queries.ts', {
  enqueueWebhookEvents: ({ trx }) =>
    enqueueWebhookEvents(trx, { workspaceId, event: 'user.joined', subjectIds: [id], at }),
  enqueuePostsDeleted: ({ trx }) => enqueuePostsDeleted(trx, { workspaceId, postIds: [id], at }),
})
