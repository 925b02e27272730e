import type * as queries from '#server/modules/reports/topic-queries.ts'
import { buildTopicSourcesQuery } from '#server/modules/reports/topic-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const days = { from: '2026-06-01', to: '2026-06-15', all: false }

export default defineExamples<typeof queries>()('server/modules/reports/topic-queries.ts', {
  buildTopicSourcesQuery: ({ trx }) =>
    buildTopicSourcesQuery(example.workspaceId, days, true).compile(trx),
})
