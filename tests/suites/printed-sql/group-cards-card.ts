import { sql } from 'kysely'
import type * as queries from '#server/modules/group-cards/card-queries.ts'
import { cardTables, isOpenTo, yearsOfCard } from '#server/modules/group-cards/card-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/group-cards/card-queries.ts', {
  cardTables: ({ trx }) => sql`select k.id from ${cardTables(workspaceId)}`.execute(trx),
  yearsOfCard: ({ trx }) =>
    sql`select ${yearsOfCard(workspaceId)} from ${cardTables(workspaceId)}`.execute(trx),
  isOpenTo: ({ trx }) =>
    sql`select k.id from group_cards k where ${isOpenTo(workspaceId, userId)}`.execute(trx),
})
