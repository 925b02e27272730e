import type * as queries from '#server/modules/people-sync/person-queries.ts'
import {
  addMissing,
  deleteFound,
  listSyncPeople,
  saveFileValues,
} from '#server/modules/people-sync/person-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/people-sync/person-queries.ts', {
  listSyncPeople: ({ trx }) =>
    listSyncPeople(trx, workspaceId, { emails: ['ada@example.com'], numbers: ['e-1'] }),
  saveFileValues: ({ trx }) =>
    saveFileValues(trx, workspaceId, [{ user_id: userId, file_values: {} }]),
  addMissing: ({ trx }) => addMissing(trx, workspaceId, id, [userId]),
  deleteFound: ({ trx }) => deleteFound(trx, workspaceId, id),
})
