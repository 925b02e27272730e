import type * as queries from '#server/modules/reports/recognition-graph-queries.ts'
import {
  findGraph,
  findMemberGraph,
  findSummedGraph,
} from '#server/modules/reports/recognition-graph-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const days = { from: '2026-05-16', to: '2026-06-15', all: false }
const weakest = { from_id: userId, to_id: id, score: 5, posts: 1 }

export default defineExamples<typeof queries>()(
  'server/modules/reports/recognition-graph-queries.ts',
  {
    findGraph: ({ trx }) => findGraph(trx, workspaceId, { days, limit: 100 }),
    findSummedGraph: ({ trx }) =>
      findSummedGraph(trx, workspaceId, { days, limit: 100, weakest, candidatesMax: 1_000 }),
    findMemberGraph: ({ trx }) =>
      findMemberGraph(trx, workspaceId, { days, limit: 100, aloneLimit: 10, isSummed: true }),
  },
)
