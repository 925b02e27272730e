import { sql } from 'kysely'
import type * as queries from '#server/modules/award-gifts/reader-queries.ts'
import { awaitsReader, isApprover, isReceiver } from '#server/modules/award-gifts/reader-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const reader = { workspace_id: workspaceId, user_id: userId }

export default defineExamples<typeof queries>()('server/modules/award-gifts/reader-queries.ts', {
  isReceiver: ({ trx }) =>
    sql`select g.id from award_gifts g where ${isReceiver(reader)}`.compile(trx),
  isApprover: ({ trx }) =>
    sql`select g.id from award_gifts g where ${isApprover(reader, at, sql``)}`.compile(trx),
  awaitsReader: ({ trx }) =>
    sql`select g.id from award_gifts g where ${awaitsReader(reader, at)}`.compile(trx),
})
