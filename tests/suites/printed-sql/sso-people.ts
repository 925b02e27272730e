import type * as queries from '#server/modules/sso/person-queries.ts'
import { deleteIdentity, listConnectionPeople } from '#server/modules/sso/person-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/sso/person-queries.ts', {
  listConnectionPeople: ({ trx }) =>
    listConnectionPeople(trx, workspaceId, id, {
      search: 'ada',
      after: { state_rank: 1, sort_name: 'ada lovelace', id: userId },
      limit: 21,
    }),
  deleteIdentity: ({ trx }) => deleteIdentity(trx, workspaceId, id, userId),
})
