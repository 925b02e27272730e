import type * as queries from '#server/modules/important-dates/queries.ts'
import { sql } from 'kysely'
import {
  findShownDates,
  listFirstDays,
  listVisibleDates,
  visibilityOf,
  visibleAs,
} from '#server/modules/important-dates/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/important-dates/queries.ts', {
  listFirstDays: ({ trx }) =>
    listFirstDays(trx, workspaceId, userId, { from: '2026-06-01', to: '2027-06-01', limit: 20 }),
  listVisibleDates: ({ trx }) =>
    listVisibleDates(trx, workspaceId, userId, { days: [615], limit: 20 }),
  visibilityOf: ({ trx }) =>
    sql`select ${visibilityOf('birthday')} from users u, settings s`.compile(trx),
  visibleAs: ({ trx }) =>
    sql`select ${visibleAs('birthday', workspaceId, userId)} from users u, settings s`.compile(trx),
  findShownDates: ({ trx }) => findShownDates(trx, workspaceId, userId, id),
})
