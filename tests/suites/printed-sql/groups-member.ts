import type * as queries from '#server/modules/groups/member-queries.ts'
import { countGroupMembers, listGroupMembers } from '#server/modules/groups/member-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/groups/member-queries.ts', {
  countGroupMembers: ({ trx }) => countGroupMembers(trx, workspaceId, [id]),
  listGroupMembers: ({ trx }) =>
    listGroupMembers(trx, workspaceId, id, { after: ['ada', userId], limit: 21 }),
})
