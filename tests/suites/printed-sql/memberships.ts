import type * as queries from '#server/modules/memberships/queries.ts'
import {
  endMemberships,
  endMembershipsOfGroup,
  findGroup,
  insertMembers,
  listCurrentMembers,
  listAcceptedMembers,
  listGroupsOfUsers,
  listUsersWithGroups,
} from '#server/modules/memberships/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<Omit<typeof queries, 'groupsBelow'>>()(
  'server/modules/memberships/queries.ts',
  {
    findGroup: ({ trx }) => findGroup(trx, workspaceId, id),
    listAcceptedMembers: ({ trx }) => listAcceptedMembers(trx, workspaceId, [id], 50),
    listGroupsOfUsers: ({ trx }) => listGroupsOfUsers(trx, workspaceId, [userId]),
    listCurrentMembers: ({ trx }) => listCurrentMembers(trx, workspaceId, id, [userId]),
    listUsersWithGroups: ({ trx }) => listUsersWithGroups(trx, workspaceId, [userId], 50),
    insertMembers: ({ trx }) =>
      insertMembers(trx, workspaceId, 'team', [{ user_id: userId, group_id: id }], at),
    endMemberships: ({ trx }) => endMemberships(trx, workspaceId, [userId], { groupId: id, at }),
    endMembershipsOfGroup: ({ trx }) => endMembershipsOfGroup(trx, workspaceId, id, at),
  },
)
