import type * as queries from '#server/modules/important-dates/queries.ts'
import { findShownDates, listVisibleDates } from '#server/modules/important-dates/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/important-dates/queries.ts', {
  listVisibleDates: ({ trx }) =>
    listVisibleDates(trx, workspaceId, userId, { days: [615], limit: 20 }),
  findShownDates: ({ trx }) => findShownDates(trx, workspaceId, userId, id),
})
