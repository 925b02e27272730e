import type * as queries from '#server/modules/inbox-items/bonus-queries.ts'
import { addBonusToInboxes } from '#server/modules/inbox-items/bonus-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/inbox-items/bonus-queries.ts', {
  addBonusToInboxes: ({ trx }) =>
    addBonusToInboxes(trx, workspaceId, { bonusId: id, people: 1, at }),
})
