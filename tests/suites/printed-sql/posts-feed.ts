import type * as queries from '#server/modules/posts/feed-queries.ts'
import {
  buildPostQuery,
  buildPostsQuery,
  buildSearchQuery,
  compileFeedQuery,
} from '#server/modules/posts/feed-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const viewer = { workspaceId, userId, seesPrivatePosts: false }
const profileFilter = { user_id: id, direction: 'both', add_ons: true } as const

export default defineExamples<typeof queries>()('server/modules/posts/feed-queries.ts', {
  compileFeedQuery: async ({ trx }) => {
    await trx.executeQuery(compileFeedQuery(trx, viewer, {}, undefined, 20))
    await trx.executeQuery(compileFeedQuery(trx, viewer, profileFilter, id, 20))
    await trx.executeQuery(compileFeedQuery(trx, viewer, { team: 'mine', first: id }, id, 20))
  },
  buildSearchQuery: ({ trx }) =>
    buildSearchQuery(viewer, { search: 'thanks' }, undefined, 20).compile(trx),
  buildPostsQuery: ({ trx }) => buildPostsQuery(viewer, [id]).compile(trx),
  buildPostQuery: ({ trx }) => buildPostQuery(viewer, id).compile(trx),
})
