import type * as queries from '#server/modules/important-dates/queries.ts'
import { sql } from 'kysely'
import {
  findShownDates,
  listVisibleDates,
  visibilityOf,
} from '#server/modules/important-dates/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/important-dates/queries.ts', {
  listVisibleDates: ({ trx }) =>
    listVisibleDates(trx, workspaceId, userId, { days: [615], limit: 20 }),
  visibilityOf: ({ trx }) =>
    sql`select ${visibilityOf('birthday')} from users u, settings s`.compile(trx),
  findShownDates: ({ trx }) => findShownDates(trx, workspaceId, userId, id),
})
