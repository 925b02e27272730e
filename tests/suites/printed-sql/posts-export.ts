import type * as queries from '#server/modules/posts/export-queries.ts'
import { listPostsForExport } from '#server/modules/posts/export-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/posts/export-queries.ts', {
  listPostsForExport: ({ trx }) =>
    listPostsForExport(
      trx,
      { workspaceId, userId, seesPrivatePosts: false },
      {
        days: { from: '2026-06-01', to: '2026-06-30' },
        before: undefined,
        limit: 1_000,
        groupId: id,
        timezone: 'UTC',
      },
    ),
})
