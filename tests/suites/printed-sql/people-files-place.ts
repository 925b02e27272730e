import type * as queries from '#server/modules/people-files/place-queries.ts'
import {
  listGroupsByName,
  listKnownReferences,
  updateImportedUsers,
  updatePlaces,
} from '#server/modules/people-files/place-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/people-files/place-queries.ts', {
  listKnownReferences: ({ trx }) => listKnownReferences(trx, workspaceId, ['e-1']),
  listGroupsByName: ({ trx }) => listGroupsByName(trx, workspaceId, 'department', ['Support']),
  updatePlaces: ({ trx }) =>
    updatePlaces(trx, workspaceId, [{ id: userId, place: { country: 'DE' } }]),
  updateImportedUsers: ({ trx }) =>
    updateImportedUsers(trx, workspaceId, [{ id: userId, email: 'a@b.test' }]),
})
