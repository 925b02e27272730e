import type * as queries from '#server/modules/important-dates/queries.ts'
import { listPeopleWithDatesOn } from '#server/modules/important-dates/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/important-dates/queries.ts', {
  listPeopleWithDatesOn: ({ trx }) => listPeopleWithDatesOn(trx, example.workspaceId, [615]),
})
