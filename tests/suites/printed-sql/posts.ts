import { sql } from 'kysely'
import type * as queries from '#server/modules/posts/queries.ts'
import {
  addToRollups,
  countWaitingPictures,
  deleteLike,
  findPictureKey,
  findValueName,
  insertLikes,
  isPostReader,
  lockPostThread,
  lockRootPost,
  markPostsDeleted,
  selectPeopleJson,
  setLikeCount,
  setPostsValue,
  subtractAddOn,
  visibleTo,
} from '#server/modules/posts/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const viewer = { workspaceId, userId, seesPrivatePosts: false }

export default defineExamples<typeof queries>()('server/modules/posts/queries.ts', {
  selectPeopleJson: ({ trx }) =>
    sql`select ${selectPeopleJson(workspaceId, sql`${userId}`)} as people`.compile(trx),
  visibleTo: ({ trx }) => sql`select p.id from posts p where ${visibleTo(viewer)}`.compile(trx),
  isPostReader: ({ trx }) => isPostReader(trx, workspaceId, id, userId),
  lockRootPost: ({ trx }) => lockRootPost(trx, viewer, id),
  lockPostThread: {
    rows: [[{ parent_id: null }], [{ id, private: false }]],
    run: ({ trx }) => lockPostThread(trx, viewer, id),
  },
  markPostsDeleted: ({ trx }) =>
    markPostsDeleted(trx, workspaceId, [id], { deletedBy: userId, at, pointsKept: false }),
  subtractAddOn: ({ trx }) => subtractAddOn(trx, workspaceId, id, 5),
  addToRollups: ({ trx }) => addToRollups(trx, workspaceId, [id], { valueId: id, sign: -1 }),
  findValueName: ({ trx }) => findValueName(trx, workspaceId, id, { active: true }),
  setPostsValue: ({ trx }) => setPostsValue(trx, workspaceId, [id], id),
  insertLikes: ({ trx }) => insertLikes(trx, workspaceId, { postId: id, userIds: [userId], at }),
  deleteLike: ({ trx }) => deleteLike(trx, workspaceId, { postId: id, userId }),
  countWaitingPictures: ({ trx }) => countWaitingPictures(trx, workspaceId, userId, at),
  findPictureKey: ({ trx }) => findPictureKey(trx, viewer, id),
  setLikeCount: ({ trx }) => setLikeCount(trx, workspaceId, id, 1),
})
