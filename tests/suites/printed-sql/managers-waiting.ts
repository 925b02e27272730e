import type * as queries from '#server/modules/managers/waiting-queries.ts'
import {
  deleteWaitingManagers,
  listArrivedManagers,
  listManagersAround,
  updateManagers,
  upsertWaitingManagers,
} from '#server/modules/managers/waiting-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/managers/waiting-queries.ts', {
  upsertWaitingManagers: ({ trx }) =>
    upsertWaitingManagers(trx, workspaceId, [{ user_id: userId, reference: 'ada@example.test' }]),
  listArrivedManagers: {
    rows: [[{ reference: 'ada@example.test' }], [], [{ user_id: id, number: 'e-1' }]],
    run: ({ trx }) => listArrivedManagers(trx, workspaceId, { waitingIds: [userId] }),
  },
  listManagersAround: ({ trx }) =>
    listManagersAround(trx, workspaceId, { managerIds: [id], userIds: [userId] }),
  updateManagers: ({ trx }) =>
    updateManagers(trx, workspaceId, [{ user_id: userId, manager_id: id }]),
  deleteWaitingManagers: ({ trx }) => deleteWaitingManagers(trx, workspaceId, [userId]),
})
