import type * as queries from '#server/modules/inbox-items/card-queries.ts'
import { addCardToInboxes, addReportToInboxes } from '#server/modules/inbox-items/card-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/inbox-items/card-queries.ts', {
  addReportToInboxes: {
    rows: [[{ id: userId }], [{ id: userId }]],
    run: ({ trx }) => addReportToInboxes(trx, workspaceId, { cardId: id, personId: userId, at }),
  },
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
