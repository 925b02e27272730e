import type * as queries from '#server/modules/checklist/queries.ts'
import { dismissChecklist } from '#server/modules/checklist/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/checklist/queries.ts', {
  dismissChecklist: ({ trx }) =>
    dismissChecklist(trx, example.workspaceId, example.userId, example.at),
})
