import type * as queries from '#server/modules/inbox-items/queries.ts'
import {
  addCommentToInboxes,
  addReactionToInboxes,
  removeCommentFromInboxes,
  removePostsFromInboxes,
  removeReactionFromInboxes,
} from '#server/modules/inbox-items/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const found = [[{ id: userId, user_id: userId, is_counted: false }]]
const post = { id, from_id: userId, to_ids: [userId] }

export default defineExamples<typeof queries>()('server/modules/inbox-items/queries.ts', {
  addCommentToInboxes: {
    rows: found,
    run: ({ trx }) =>
      addCommentToInboxes(trx, workspaceId, post, { id, userId, mentionIds: [userId], at }),
  },
  removeCommentFromInboxes: ({ trx }) =>
    removeCommentFromInboxes(trx, workspaceId, { id, post_id: id, created_at: at }),
  addReactionToInboxes: {
    rows: found,
    run: ({ trx }) => addReactionToInboxes(trx, workspaceId, post, { userId, at }),
  },
  removeReactionFromInboxes: ({ trx }) => removeReactionFromInboxes(trx, workspaceId, id, at),
  removePostsFromInboxes: ({ trx }) => removePostsFromInboxes(trx, workspaceId, [id]),
})
