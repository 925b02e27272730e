import type * as queries from '#server/modules/groups/queries.ts'
import {
  countGroupLevels,
  countGroupMembers,
  countGroups,
  findGroupByName,
  findListedGroup,
  insertGroup,
  isGroupNameTaken,
  listGroupIdsAbove,
  listGroupMembers,
  listGroupOwners,
  listGroups,
  moveGroupsBelow,
  replaceGroupOwners,
  updateGroupColumns,
} from '#server/modules/groups/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/groups/queries.ts', {
  listGroups: ({ trx }) =>
    listGroups(
      trx,
      workspaceId,
      { kind: 'department', search: 'op' },
      { after: { kindRank: 0, sortPath: ['operations'] }, limit: 21 },
    ),
  findListedGroup: ({ trx }) => findListedGroup(trx, workspaceId, id),
  countGroupMembers: ({ trx }) => countGroupMembers(trx, workspaceId, [id]),
  countGroupLevels: ({ trx }) => countGroupLevels(trx, workspaceId, id),
  listGroupIdsAbove: ({ trx }) => listGroupIdsAbove(trx, workspaceId, id),
  listGroupMembers: ({ trx }) =>
    listGroupMembers(trx, workspaceId, id, { after: ['ada', userId], limit: 21 }),
  listGroupOwners: ({ trx }) => listGroupOwners(trx, workspaceId, [id]),
  replaceGroupOwners: ({ trx }) => replaceGroupOwners(trx, workspaceId, id, [userId]),
  findGroupByName: ({ trx }) => findGroupByName(trx, workspaceId, 'department', 'Sales'),
  isGroupNameTaken: ({ trx }) =>
    isGroupNameTaken(trx, workspaceId, { id, kind: 'team', name: 'Support' }),
  countGroups: ({ trx }) => countGroups(trx, workspaceId),
  insertGroup: ({ trx }) =>
    insertGroup(trx, {
      workspace_id: workspaceId,
      id,
      kind: 'team',
      name: 'Support',
      parent_id: null,
      created_at: at,
    }),
  updateGroupColumns: ({ trx }) => updateGroupColumns(trx, workspaceId, id, { name: 'Support' }),
  moveGroupsBelow: ({ trx }) => moveGroupsBelow(trx, workspaceId, id, null),
})
