import type * as queries from '#server/modules/inbox-items/point-expiry-queries.ts'
import { addExpiryToInbox } from '#server/modules/inbox-items/point-expiry-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()(
  'server/modules/inbox-items/point-expiry-queries.ts',
  {
    addExpiryToInbox: ({ trx }) =>
      addExpiryToInbox(trx, workspaceId, { userId, points: 20, endsAt: at, at }),
  },
)
