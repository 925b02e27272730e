import type * as queries from '#server/modules/liability/reconcile-queries.ts'
import {
  findLedgerDifferences,
  listSnapshots,
} from '#server/modules/liability/reconcile-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/liability/reconcile-queries.ts', {
  listSnapshots: ({ trx }) => listSnapshots(trx, workspaceId, 1),
  findLedgerDifferences: ({ trx }) => findLedgerDifferences(trx, workspaceId),
})
