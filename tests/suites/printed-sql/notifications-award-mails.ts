import type * as queries from '#server/modules/notifications/award-mail-queries.ts'
import { findGiftForMail } from '#server/modules/notifications/award-mail-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/notifications/award-mail-queries.ts',
  { findGiftForMail: ({ trx }) => findGiftForMail(trx, example.workspaceId, example.id) },
)
