import type * as queries from '#server/modules/groups/queries.ts'
import {
  countGroupLevels,
  countGroups,
  findGroupByName,
  findListedGroup,
  insertGroup,
  isGroupNameTaken,
  listGroupIdsAbove,
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
  countGroupLevels: ({ trx }) => countGroupLevels(trx, workspaceId, id),
  listGroupIdsAbove: ({ trx }) => listGroupIdsAbove(trx, workspaceId, id),
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
