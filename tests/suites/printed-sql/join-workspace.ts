import type * as queries from '#server/workflows/join-workspace/queries.ts'
import { findMembership } from '#server/workflows/join-workspace/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/workflows/join-workspace/queries.ts', {
  findMembership: ({ trx }) => findMembership(trx, workspaceId, id),
})
