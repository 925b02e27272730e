import type * as queries from '#server/modules/custom-days/queries.ts'
import {
  countCelebrated,
  countDays,
  deleteDayRow,
  findLastYear,
  insertDay,
  insertDayPost,
  listCelebrated,
  listDayRows,
  listDueDays,
  lockDay,
  lockDueDay,
  moveDaysToTimezone,
  updateDayColumns,
} from '#server/modules/custom-days/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example
const day = '2026-09-01'
const audience = {
  group_ids: [],
  excluded_group_ids: [],
  managers_only: false,
  countries: ['DE'],
  tenure_months_from: null,
  tenure_months_to: null,
  user_ids: [],
}

export default defineExamples<typeof queries>()('server/modules/custom-days/queries.ts', {
  listDayRows: ({ trx }) => listDayRows(trx, workspaceId),
  lockDay: ({ trx }) => lockDay(trx, workspaceId, id),
  countDays: ({ trx }) => countDays(trx, workspaceId),
  insertDay: ({ trx }) =>
    insertDay(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Founders’ day',
      date: day,
      yearly: true,
      hour: 9,
      audience: JSON.stringify(audience),
      text: 'Thank you',
      points: 10,
      enabled: true,
      created_at: at,
    }),
  updateDayColumns: ({ trx }) => updateDayColumns(trx, workspaceId, id, { name: 'Our day' }),
  deleteDayRow: ({ trx }) => deleteDayRow(trx, workspaceId, id),
  findLastYear: ({ trx }) => findLastYear(trx, workspaceId, id),
  moveDaysToTimezone: ({ trx }) => moveDaysToTimezone(trx, workspaceId, 'Europe/Berlin'),
  countCelebrated: ({ trx }) =>
    countCelebrated(trx, workspaceId, [audience, { ...audience, countries: [] }], {
      day,
      max: 201,
    }),
  listCelebrated: ({ trx }) => listCelebrated(trx, workspaceId, audience, { day, limit: 201 }),
  listDueDays: ({ trx }) => listDueDays(trx, at, 100),
  lockDueDay: ({ trx }) => lockDueDay(trx, { workspace_id: workspaceId, id }, at),
  insertDayPost: ({ trx }) =>
    insertDayPost(trx, {
      workspace_id: workspaceId,
      day_id: id,
      year: 2026,
      state: 'posted',
      people: 3,
      points: 30,
      posted_at: at,
    }),
})
