import type * as queries from '#server/modules/liability/queries.ts'
import {
  computeCountryPoints,
  computeDay,
  computeMovements,
  findFirstMovementAt,
  findStoredDay,
  findStoredRange,
  listCountryPoints,
  listGroupsOfDay,
  listStoredMovements,
  raiseWorkMemory,
} from '#server/modules/liability/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example
const days = { from: '2026-03-01', to: '2026-03-31' }
const times = { end: at, from30: at, from90: at, from365: at }

export default defineExamples<typeof queries>()('server/modules/liability/queries.ts', {
  findStoredRange: ({ trx }) => findStoredRange(trx, workspaceId),
  findFirstMovementAt: ({ trx }) => findFirstMovementAt(trx, workspaceId),
  computeDay: ({ trx }) => computeDay(trx, workspaceId, times),
  findStoredDay: ({ trx }) => findStoredDay(trx, workspaceId, days.from),
  computeCountryPoints: ({ trx }) => computeCountryPoints(trx, workspaceId, at),
  listCountryPoints: ({ trx }) => listCountryPoints(trx, workspaceId, days),
  listStoredMovements: ({ trx }) => listStoredMovements(trx, workspaceId, days),
  computeMovements: ({ trx }) =>
    computeMovements(trx, workspaceId, { start: at, end: at, ...days }, 'Europe/Madrid'),
  raiseWorkMemory: ({ trx }) => raiseWorkMemory(trx),
  listGroupsOfDay: ({ trx }) => listGroupsOfDay(trx, workspaceId, [id]),
})
