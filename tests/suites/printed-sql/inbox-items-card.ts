import type * as queries from '#server/modules/inbox-items/card-queries.ts'
import { addCardToInboxes } from '#server/modules/inbox-items/card-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/inbox-items/card-queries.ts', {
  addCardToInboxes: {
    rows: [[{ id: userId }]],
    run: ({ trx }) =>
      addCardToInboxes(trx, workspaceId, 'card_to_sign', {
        cardId: id,
        userIds: [userId],
        personId: userId,
        at,
      }),
  },
})
