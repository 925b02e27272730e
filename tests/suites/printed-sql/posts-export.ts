import type * as queries from '#server/modules/posts/export-queries.ts'
import { listPostsForExport } from '#server/modules/posts/export-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/posts/export-queries.ts', {
  listPostsForExport: ({ trx }) =>
    listPostsForExport(
      trx,
      { workspaceId, userId, seesPrivatePosts: false },
      { since: '2026-06-01', before: undefined, limit: 1_000 },
    ),
})
