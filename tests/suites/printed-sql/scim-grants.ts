import type * as queries from '#server/modules/users/scim-grant-queries.ts'
import {
  deleteGrants,
  insertGrants,
  listGrantChanges,
  updatePermission,
} from '#server/modules/users/scim-grant-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example
const permission = 'rewards_administrator'

export default defineExamples<typeof queries>()('server/modules/users/scim-grant-queries.ts', {
  listGrantChanges: ({ trx }) => listGrantChanges(trx, workspaceId, [userId]),
  updatePermission: ({ trx }) => updatePermission(trx, workspaceId, [userId], permission, true),
  insertGrants: ({ trx }) => insertGrants(trx, workspaceId, [userId], permission),
  deleteGrants: ({ trx }) => deleteGrants(trx, workspaceId, [userId], permission),
})
