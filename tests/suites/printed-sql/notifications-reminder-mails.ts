import type * as queries from '#server/modules/notifications/reminder-mail-queries.ts'
import {
  findOwnWeek,
  findPointsLeft,
  listDigestPosts,
} from '#server/modules/notifications/reminder-mail-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/notifications/reminder-mail-queries.ts',
  {
    listDigestPosts: ({ trx }) => listDigestPosts(trx, example.workspaceId, [example.id]),
    findOwnWeek: ({ trx }) =>
      findOwnWeek(trx, example.workspaceId, example.userId, {
        from: '2026-06-08',
        to: '2026-06-14',
      }),
    findPointsLeft: ({ trx }) =>
      findPointsLeft(trx, example.workspaceId, example.userId, example.at),
  },
)
