import type * as queries from '#server/modules/nominations/queries.ts'
import {
  countAcceptedPeople,
  countNominations,
  countOpenRounds,
  findRound,
  findValueOfRound,
  insertRound,
  listDueRounds,
  listJurors,
  listRoundRows,
  listZones,
  lockFreeRound,
  replaceJurors,
  updateRoundColumns,
} from '#server/modules/nominations/queries.ts'
import { audienceInput } from '#contract/schemas/audiences.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const day = '2026-06-15'
const audience = audienceInput.parse({ managers_only: true })

export default defineExamples<typeof queries>()('server/modules/nominations/queries.ts', {
  listRoundRows: ({ trx }) => listRoundRows(trx, workspaceId, 100),
  findRound: ({ trx }) => findRound(trx, workspaceId, id, 'share'),
  lockFreeRound: ({ trx }) => lockFreeRound(trx, workspaceId, id),
  countOpenRounds: ({ trx }) =>
    countOpenRounds(trx, workspaceId, { name: 'Colleague of the quarter', exceptId: null }),
  insertRound: ({ trx }) =>
    insertRound(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Colleague of the quarter',
      text: '',
      emoji: '🏆',
      nominee_kind: 'person',
      nominators: '{}',
      nominees: '{}',
      questions: '[]',
      nominations_max: 3,
      starts_on: day,
      ends_on: day,
      decides_on: day,
      opens_at: at,
      closes_at: at,
      decides_at: at,
      decision: 'jury',
      criteria: '[]',
      hide_departments: false,
      tie_rule: 'share',
      winners_max: 1,
      points: 50,
      budget_id: null,
      value_id: id,
      created_at: at,
      next_at: at,
    }),
  updateRoundColumns: ({ trx }) => updateRoundColumns(trx, workspaceId, id, { canceled_at: at }),
  listJurors: ({ trx }) => listJurors(trx, workspaceId, [id]),
  replaceJurors: ({ trx }) => replaceJurors(trx, workspaceId, id, [userId]),
  countNominations: ({ trx }) => countNominations(trx, workspaceId, [id]),
  listZones: ({ trx }) => listZones(trx, workspaceId, audience, day),
  countAcceptedPeople: ({ trx }) => countAcceptedPeople(trx, workspaceId, audience, day),
  findValueOfRound: {
    rows: [[{ id }]],
    run: ({ trx }) => findValueOfRound(trx, workspaceId, id),
  },
  listDueRounds: ({ database }) => listDueRounds(database.global, at, 100),
})
