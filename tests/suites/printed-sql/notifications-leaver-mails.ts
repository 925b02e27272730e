import type * as queries from '#server/modules/notifications/leaver-mail-queries.ts'
import { findLeaverMailData } from '#server/modules/notifications/leaver-mail-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/notifications/leaver-mail-queries.ts',
  {
    findLeaverMailData: ({ trx }) =>
      findLeaverMailData(trx, example.workspaceId, example.userId, example.id),
  },
)
