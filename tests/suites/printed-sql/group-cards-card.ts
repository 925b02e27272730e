import { sql } from 'kysely'
import type * as queries from '#server/modules/group-cards/card-queries.ts'
import { cardTables } from '#server/modules/group-cards/card-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/group-cards/card-queries.ts', {
  cardTables: ({ trx }) => sql`select k.id from ${cardTables(example.workspaceId)}`.execute(trx),
})
