import type * as queries from '#server/modules/inbox-items/mention-queries.ts'
import {
  addMentionsToInboxes,
  setMentionsInInboxes,
} from '#server/modules/inbox-items/mention-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const comment = { id, userId, mentionIds: [userId], at }

export default defineExamples<typeof queries>()('server/modules/inbox-items/mention-queries.ts', {
  addMentionsToInboxes: {
    rows: [[{ id: userId }]],
    run: ({ trx }) => addMentionsToInboxes(trx, workspaceId, id, comment),
  },
  setMentionsInInboxes: {
    rows: [[], [{ id: userId }]],
    run: ({ trx }) => setMentionsInInboxes(trx, workspaceId, id, { ...comment, earlierIds: [] }),
  },
})
