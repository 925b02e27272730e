import type * as queries from '#server/modules/notifications/nomination-mail-queries.ts'
import { findRoundForMail } from '#server/modules/notifications/nomination-mail-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()(
  'server/modules/notifications/nomination-mail-queries.ts',
  {
    findRoundForMail: ({ trx }) => findRoundForMail(trx, workspaceId, { roundId: id, userId, at }),
  },
)
