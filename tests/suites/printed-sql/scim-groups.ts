import { parseFilter } from '#server/workflows/scim/filter-parser.ts'
import { compileGroupFilter } from '#server/workflows/scim/filter-queries.ts'
import type * as queries from '#server/workflows/scim/group-queries.ts'
import {
  countScimGroups,
  deleteScimGroup,
  findScimGroup,
  insertScimGroup,
  listKnownUsers,
  listScimGroups,
  listScimMembers,
  touchGroupsOfUser,
  touchScimGroup,
} from '#server/workflows/scim/group-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const filter = compileGroupFilter(parseFilter(`displayName eq "Sales" and members eq "${userId}"`))

export default defineExamples<typeof queries>()('server/workflows/scim/group-queries.ts', {
  countScimGroups: ({ trx }) => countScimGroups(trx, workspaceId, filter),
  listScimGroups: ({ trx }) => listScimGroups(trx, workspaceId, filter, { offset: 0, limit: 10 }),
  findScimGroup: ({ trx }) => findScimGroup(trx, workspaceId, id),
  listScimMembers: ({ trx }) => listScimMembers(trx, workspaceId, [id]),
  listKnownUsers: ({ trx }) => listKnownUsers(trx, workspaceId, [userId]),
  insertScimGroup: ({ trx }) => insertScimGroup(trx, workspaceId, { id, externalId: null, at }),
  touchScimGroup: ({ trx }) => touchScimGroup(trx, workspaceId, id, { externalId: null, at }),
  touchGroupsOfUser: ({ trx }) => touchGroupsOfUser(trx, workspaceId, id, at),
  deleteScimGroup: ({ trx }) => deleteScimGroup(trx, workspaceId, id),
})
