import { sql } from 'kysely'
import type * as queries from '#server/modules/liability/flow-queries.ts'
import {
  countPeople,
  memberSumsTable,
  peopleTable,
  selectFlows,
  selectMovements,
  selectPointsAt,
  sumAwardsHeld,
} from '#server/modules/liability/flow-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example
const times = { end: at, from30: at, from90: at, from365: at }

export default defineExamples<typeof queries>()('server/modules/liability/flow-queries.ts', {
  selectFlows: ({ trx }) => selectFlows(workspaceId, sql`m.created_at < ${at}`).execute(trx),
  peopleTable: ({ trx }) =>
    sql`with ${peopleTable(workspaceId, times)} select from people`.execute(trx),
  memberSumsTable: ({ trx }) =>
    sql`
      with ${peopleTable(workspaceId, times)}, ${memberSumsTable(workspaceId, at)}
      select from member_sums`.execute(trx),
  countPeople: ({ trx }) => sql`select ${countPeople(workspaceId, at)}`.execute(trx),
  sumAwardsHeld: ({ trx }) => sql`select ${sumAwardsHeld(workspaceId, at)}`.execute(trx),
  selectPointsAt: ({ trx }) => selectPointsAt(workspaceId, at).execute(trx),
  selectMovements: ({ trx }) =>
    selectMovements(workspaceId, { start: at, end: at }, sql`date '2026-03-01'`).execute(trx),
})
