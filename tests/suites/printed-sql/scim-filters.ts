import { parseFilter } from '#server/workflows/scim/filter-parser.ts'
import type * as queries from '#server/workflows/scim/filter-queries.ts'
import { compileGroupFilter, compileUserFilter } from '#server/workflows/scim/filter-queries.ts'
import { countScimGroups } from '#server/workflows/scim/group-queries.ts'
import { countScimUsers } from '#server/workflows/scim/user-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/workflows/scim/filter-queries.ts', {
  compileUserFilter: ({ trx }) =>
    countScimUsers(
      trx,
      workspaceId,
      compileUserFilter(
        parseFilter('emails[type eq "work" and value co "@x"] or not (employeeNumber pr)'),
      ),
    ),
  compileGroupFilter: ({ trx }) =>
    countScimGroups(
      trx,
      workspaceId,
      compileGroupFilter(parseFilter(`externalId eq "g" or members eq "${workspaceId}"`)),
    ),
})
