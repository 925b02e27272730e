import type * as queries from '#server/modules/people/permission-queries.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/people/permission-queries.ts', {
  findPermissions: ({ trx }) => findPermissions(trx, workspaceId, userId),
})
