import type * as queries from '#server/modules/inbox-items/award-queries.ts'
import { addAwardToInboxes } from '#server/modules/inbox-items/award-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/inbox-items/award-queries.ts', {
  addAwardToInboxes: {
    rows: [[{ id: userId }]],
    run: ({ trx }) =>
      addAwardToInboxes(trx, workspaceId, 'approval_requested', {
        giftId: id,
        userIds: [userId],
        actorId: userId,
        at,
      }),
  },
})
