import { parseFilter } from '#server/workflows/scim/filter-parser.ts'
import { compileUserFilter } from '#server/workflows/scim/filter-queries.ts'
import type * as queries from '#server/workflows/scim/user-queries.ts'
import {
  countScimUsers,
  findManager,
  findScimUser,
  findUserOfEmail,
  listScimUsers,
  upsertScimUser,
} from '#server/workflows/scim/user-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const filter = compileUserFilter(
  parseFilter('userName eq "ida@northwind.example" or not (externalId sw "00u")'),
)

export default defineExamples<Omit<typeof queries, 'isKept'>>()(
  'server/workflows/scim/user-queries.ts',
  {
    countScimUsers: ({ trx }) => countScimUsers(trx, workspaceId, filter),
    listScimUsers: ({ trx }) => listScimUsers(trx, workspaceId, filter, { offset: 0, limit: 10 }),
    findScimUser: ({ trx }) => findScimUser(trx, workspaceId, userId),
    findUserOfEmail: ({ trx }) => findUserOfEmail(trx, workspaceId, 'ida@northwind.example'),
    upsertScimUser: ({ trx }) => upsertScimUser(trx, workspaceId, userId, { externalId: '1', at }),
    findManager: ({ trx }) => findManager(trx, workspaceId, { id: userId, text: userId }),
  },
)
