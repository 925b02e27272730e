import { sql } from 'kysely'
import type * as queries from '#server/modules/reports/pair-queries.ts'
import {
  addMonth,
  discardPairSums,
  findUnsummedPosts,
  finishPairSums,
  isSummedTeam,
  pairRows,
  planEdges,
  strongestPairs,
} from '#server/modules/reports/pair-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const days = { from: '2026-05-16', to: '2026-06-15' }
const [limit, candidatesMax] = [100, 1_000]
const weakest = { from_id: userId, to_id: id, score: 5, posts: 1 }

export default defineExamples<typeof queries>()('server/modules/reports/pair-queries.ts', {
  pairRows: ({ trx }) => sql`${pairRows(workspaceId, days)}`.execute(trx),
  isSummedTeam: ({ trx }) => isSummedTeam(trx, workspaceId),
  planEdges: ({ trx }) => planEdges(trx, workspaceId, { days, limit, candidatesMax }),
  strongestPairs: ({ trx }) =>
    sql`${strongestPairs(workspaceId, { days, limit, candidatesMax, weakest })}`.execute(trx),
  addMonth: ({ trx }) => addMonth(trx, workspaceId, '2026-06-01'),
  finishPairSums: ({ trx }) => finishPairSums(trx, workspaceId),
  discardPairSums: ({ trx }) => discardPairSums(trx, workspaceId),
  findUnsummedPosts: ({ trx }) => findUnsummedPosts(trx, workspaceId, 5_000),
})
