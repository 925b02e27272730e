import type * as queries from '#server/modules/inbox-items/queries.ts'
import {
  addCommentToInboxes,
  addDecisionToInboxes,
  addEndingAllowances,
  addImportToInbox,
  addReactionToInboxes,
  addRequestToInboxes,
  removeCommentFromInboxes,
  removePostsFromInboxes,
  removeReactionFromInboxes,
} from '#server/modules/inbox-items/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const post = { id, from_id: userId, to_ids: [userId] }

export default defineExamples<typeof queries>()('server/modules/inbox-items/queries.ts', {
  addCommentToInboxes: ({ trx }) =>
    addCommentToInboxes(trx, workspaceId, post, { id, userId, mentionIds: [userId], at }),
  removeCommentFromInboxes: ({ trx }) =>
    removeCommentFromInboxes(trx, workspaceId, { id, post_id: id, created_at: at }),
  addReactionToInboxes: ({ trx }) => addReactionToInboxes(trx, workspaceId, post, { userId, at }),
  removeReactionFromInboxes: ({ trx }) => removeReactionFromInboxes(trx, workspaceId, id, at),
  removePostsFromInboxes: ({ trx }) => removePostsFromInboxes(trx, workspaceId, [id]),
  addDecisionToInboxes: ({ trx }) =>
    addDecisionToInboxes(trx, workspaceId, {
      purchaseId: id,
      buyerIds: [userId],
      actorId: userId,
      at,
    }),
  addRequestToInboxes: ({ trx }) => addRequestToInboxes(trx, workspaceId, { buyerId: userId, at }),
  addImportToInbox: ({ trx }) => addImportToInbox(trx, workspaceId, { importId: id, userId, at }),
  addEndingAllowances: ({ trx }) =>
    addEndingAllowances(trx, workspaceId, { start: at, end: at }, at),
})
