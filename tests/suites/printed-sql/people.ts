import type * as queries from '#server/modules/people/queries.ts'
import { findPeopleByIds, selectPeople } from '#server/modules/people/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/people/queries.ts', {
  selectPeople: ({ trx }) => selectPeople(trx, workspaceId),
  findPeopleByIds: ({ trx }) => findPeopleByIds(trx, workspaceId, [userId]),
})
