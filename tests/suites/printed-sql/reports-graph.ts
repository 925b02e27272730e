import type * as queries from '#server/modules/reports/graph-queries.ts'
import {
  listRecognised,
  listRecognising,
  listUnthankedRows,
} from '#server/modules/reports/graph-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const viewer = { workspaceId, userId, seesPrivatePosts: false }
const days = { from: '2026-06-01', to: '2026-06-15', all: false }

export default defineExamples<typeof queries>()('server/modules/reports/graph-queries.ts', {
  listRecognised: ({ trx }) => listRecognised(trx, viewer, { userId: id, days, limit: 5 }),
  listRecognising: ({ trx }) => listRecognising(trx, viewer, { userId: id, days, limit: 5 }),
  listUnthankedRows: ({ trx }) =>
    listUnthankedRows(trx, { workspaceId, days }, { limit: 10, offset: 0, peopleMin: 5 }),
})
