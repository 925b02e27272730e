import type * as queries from '#server/modules/inbox-items/round-queries.ts'
import { addJuryToInboxes, addWordsToInboxes } from '#server/modules/inbox-items/round-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/inbox-items/round-queries.ts', {
  addJuryToInboxes: {
    rows: [[{ id: userId }]],
    run: ({ trx }) => addJuryToInboxes(trx, workspaceId, { roundId: id, userIds: [userId], at }),
  },
  addWordsToInboxes: {
    rows: [[{ id: example.userId }]],
    run: ({ trx }) => addWordsToInboxes(trx, workspaceId, { roundId: id, at }),
  },
})
