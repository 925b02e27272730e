import type * as queries from '#server/modules/comments/queries.ts'
import {
  addToCommentCount,
  buildCommentPageQuery,
  buildReactorsQuery,
  deleteCommentRow,
  deleteReaction,
  insertComments,
  insertReactions,
  listReactionsOf,
  lockComment,
  setReactionCounts,
  updateComment,
} from '#server/modules/comments/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const viewer = { workspaceId, userId, seesPrivatePosts: false }

export default defineExamples<typeof queries>()('server/modules/comments/queries.ts', {
  buildCommentPageQuery: ({ trx }) => buildCommentPageQuery(viewer, id, true, id, 20).compile(trx),
  buildReactorsQuery: ({ trx }) => buildReactorsQuery(viewer, id, 'clap').compile(trx),
  lockComment: ({ trx }) => lockComment(trx, workspaceId, id, id),
  addToCommentCount: ({ trx }) => addToCommentCount(trx, workspaceId, id, 1),
  insertComments: ({ trx }) =>
    insertComments(trx, workspaceId, id, [{ id, user_id: userId, text: 'Thanks', created_at: at }]),
  updateComment: ({ trx }) =>
    updateComment(trx, workspaceId, id, {
      text: 'Thanks',
      editedAt: at,
      mention_ids: [userId],
      mention_names: ['Ada'],
    }),
  deleteCommentRow: ({ trx }) => deleteCommentRow(trx, workspaceId, id),
  insertReactions: ({ trx }) =>
    insertReactions(trx, workspaceId, id, [{ user_id: userId, reaction: 'clap', created_at: at }]),
  listReactionsOf: ({ trx }) => listReactionsOf(trx, workspaceId, id, userId),
  deleteReaction: ({ trx }) => deleteReaction(trx, workspaceId, id, { userId, reaction: 'clap' }),
  setReactionCounts: ({ trx }) => setReactionCounts(trx, workspaceId, id, { clap: 1 }),
})
