import type * as queries from '#server/modules/users/team-list-queries.ts'
import {
  countUsersByState,
  listActivity,
  listUserIds,
  listUserPositions,
} from '#server/modules/users/team-list-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId, at } = example
const filter = {
  state: 'pending',
  search: 'ada',
  permission: 'any',
  invitedBefore: at,
  isNeverActive: true,
  groupId: id,
} as const

export default defineExamples<typeof queries>()('server/modules/users/team-list-queries.ts', {
  listUserPositions: ({ trx }) =>
    listUserPositions(trx, workspaceId, filter, {
      sort: 'given',
      order: 'desc',
      givenSince: '2026-05-17',
      after: [10, 'ada', userId],
      limit: 51,
    }),
  listUserIds: ({ trx }) =>
    listUserIds(trx, workspaceId, filter, {
      sort: 'last_active',
      order: 'asc',
      givenSince: '2026-05-17',
    }),
  listActivity: ({ trx }) => listActivity(trx, workspaceId, [id], '2026-05-17'),
  countUsersByState: ({ trx }) => countUsersByState(trx, workspaceId, filter),
})
