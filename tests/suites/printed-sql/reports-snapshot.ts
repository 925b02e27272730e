import type * as queries from '#server/modules/reports/snapshot-queries.ts'
import {
  createSnapshot,
  discardSnapshots,
  listDaysSinceSnapshot,
  listSnapshotDays,
} from '#server/modules/reports/snapshot-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/reports/snapshot-queries.ts', {
  listSnapshotDays: ({ trx }) => listSnapshotDays(trx, workspaceId),
  listDaysSinceSnapshot: ({ trx }) => listDaysSinceSnapshot(trx, workspaceId, '2026-06-15'),
  createSnapshot: ({ trx }) => createSnapshot(trx, workspaceId, '2026-06-15'),
  discardSnapshots: ({ trx }) => discardSnapshots(trx, workspaceId),
})
