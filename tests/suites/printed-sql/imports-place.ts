import type * as queries from '#server/modules/imports/place-queries.ts'
import {
  listEmployeeNumberOwners,
  listGroupsByName,
  listKnownReferences,
  recordManagerCircles,
  updatePlaces,
} from '#server/modules/imports/place-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/imports/place-queries.ts', {
  listEmployeeNumberOwners: ({ trx }) => listEmployeeNumberOwners(trx, workspaceId, ['e-1']),
  listKnownReferences: ({ trx }) => listKnownReferences(trx, workspaceId, ['e-1']),
  listGroupsByName: ({ trx }) => listGroupsByName(trx, workspaceId, 'department', ['Support']),
  updatePlaces: ({ trx }) => updatePlaces(trx, workspaceId, [{ id: userId, place: {} }]),
  recordManagerCircles: ({ trx }) => recordManagerCircles(trx, workspaceId, id, [userId]),
})
