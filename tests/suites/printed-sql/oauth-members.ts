import type * as queries from '#server/modules/oauth/member-queries.ts'
import { findAcceptedMember } from '#server/modules/oauth/member-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/oauth/member-queries.ts', {
  findAcceptedMember: ({ trx }) => findAcceptedMember(trx, workspaceId, userId),
})
