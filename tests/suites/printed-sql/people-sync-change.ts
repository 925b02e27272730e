import type * as queries from '#server/modules/people-sync/change-queries.ts'
import {
  countSynced,
  insertChanges,
  insertMissingPeople,
  listChanges,
  listOpenChanges,
  markDone,
  markManagerCircles,
  recountOutcomes,
} from '#server/modules/people-sync/change-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/people-sync/change-queries.ts', {
  insertChanges: ({ trx }) =>
    insertChanges(trx, workspaceId, id, [{ position: 2, outcome: 'new' }]),
  insertMissingPeople: ({ trx }) => insertMissingPeople(trx, workspaceId, id),
  countSynced: ({ trx }) => countSynced(trx, workspaceId, id),
  listOpenChanges: ({ trx }) => listOpenChanges(trx, workspaceId, id, 500),
  markDone: ({ trx }) =>
    markDone(trx, workspaceId, id, [{ position: 2, user_id: userId, outcome: 'new', code: null }]),
  markManagerCircles: ({ trx }) => markManagerCircles(trx, workspaceId, id, [userId]),
  recountOutcomes: ({ trx }) => recountOutcomes(trx, workspaceId, id),
  listChanges: ({ trx }) => listChanges(trx, workspaceId, id, { after: 0, limit: 20 }),
})
