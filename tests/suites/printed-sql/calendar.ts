import type * as queries from '#server/modules/calendar/queries.ts'
import { findCalendarReader, findCalendarSalt } from '#server/modules/calendar/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/calendar/queries.ts', {
  findCalendarSalt: ({ trx }) => findCalendarSalt(trx, example.workspaceId, example.userId),
  findCalendarReader: ({ trx }) => findCalendarReader(trx, example.workspaceId, example.userId),
})
