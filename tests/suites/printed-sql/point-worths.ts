import { sql } from 'kysely'
import type * as queries from '#server/modules/point-worths/queries.ts'
import {
  deleteWorthRow,
  findHundredPoints,
  findHundredPointsOf,
  findOwnWorth,
  findWorthPolicy,
  insertWorth,
  listWorthRows,
  selectWorth,
  updateWorthAmount,
} from '#server/modules/point-worths/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const amount = { currency: 'EUR', hundred_points_minor: 900 }

export default defineExamples<typeof queries>()('server/modules/point-worths/queries.ts', {
  listWorthRows: ({ trx }) => listWorthRows(trx, workspaceId, 500),
  selectWorth: ({ trx }) =>
    selectWorth(workspaceId, sql`'DE'`, sql`date '2026-03-01'`).execute(trx),
  findHundredPoints: ({ trx }) =>
    findHundredPoints(trx, workspaceId, { country: 'DE', day: '2026-03-01' }),
  findHundredPointsOf: ({ trx }) =>
    findHundredPointsOf(trx, workspaceId, { userId, day: '2026-03-01' }),
  findOwnWorth: ({ trx }) =>
    findOwnWorth(trx, workspaceId, { userId, day: '2026-03-01', until: '2026-03-31' }),
  findWorthPolicy: ({ trx }) => findWorthPolicy(trx, workspaceId),
  insertWorth: ({ trx }) =>
    insertWorth(trx, {
      workspace_id: workspaceId,
      id,
      country: 'DE',
      ...amount,
      valid_from: '2026-03-01',
      created_by: userId,
      created_at: at,
    }),
  updateWorthAmount: ({ trx }) => updateWorthAmount(trx, workspaceId, id, amount),
  deleteWorthRow: ({ trx }) => deleteWorthRow(trx, workspaceId, id),
})
