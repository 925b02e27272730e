import type * as queries from '#server/modules/users/permission-queries.ts'
import {
  countHolders,
  updatePermissionColumns,
  listConnectionAdmins,
} from '#server/modules/users/permission-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/users/permission-queries.ts', {
  countHolders: ({ trx }) => countHolders(trx, workspaceId),
  updatePermissionColumns: ({ trx }) =>
    updatePermissionColumns(trx, workspaceId, userId, { billing_administrator: true }),
  listConnectionAdmins: ({ trx }) => listConnectionAdmins(trx, example.workspaceId),
})
