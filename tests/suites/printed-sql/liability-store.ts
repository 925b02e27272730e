import type * as queries from '#server/modules/liability/store-queries.ts'
import {
  deleteSnapshots,
  insertFigures,
  insertMovements,
  insertSnapshot,
} from '#server/modules/liability/store-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example
const day = { day: '2026-03-01', start: at, end: at }
const times = { end: at, from30: at, from90: at, from365: at }

export default defineExamples<typeof queries>()('server/modules/liability/store-queries.ts', {
  insertSnapshot: ({ trx }) => insertSnapshot(trx, workspaceId, { ...day, timezone: 'UTC' }),
  insertFigures: ({ trx }) => insertFigures(trx, workspaceId, day.day, times),
  insertMovements: ({ trx }) => insertMovements(trx, workspaceId, day),
  deleteSnapshots: ({ trx }) => deleteSnapshots(trx, workspaceId),
})
