import type * as queries from '#server/modules/people/queries.ts'
import { sql } from 'kysely'
import {
  findPeopleByIds,
  personName,
  rankOfState,
  selectPeople,
} from '#server/modules/people/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/people/queries.ts', {
  selectPeople: ({ trx }) => selectPeople(trx, workspaceId),
  rankOfState: ({ trx }) =>
    sql`select id from users where ${rankOfState('state')} < 2`.execute(trx),
  personName: ({ trx }) => sql`select ${personName('users')} from users`.execute(trx),
  findPeopleByIds: ({ trx }) => findPeopleByIds(trx, workspaceId, [userId]),
})
