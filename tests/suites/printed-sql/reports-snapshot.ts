import type * as queries from '#server/modules/reports/snapshot-queries.ts'
import {
  createSnapshot,
  deleteSnapshotBeforeNewest,
  discardSnapshots,
  keepSnapshots,
  listDaysSinceSnapshot,
  listSnapshotDays,
} from '#server/modules/reports/snapshot-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/reports/snapshot-queries.ts', {
  listSnapshotDays: ({ trx }) => listSnapshotDays(trx, workspaceId),
  listDaysSinceSnapshot: ({ trx }) => listDaysSinceSnapshot(trx, workspaceId, '2026-06-15'),
  createSnapshot: ({ trx }) => createSnapshot(trx, workspaceId, '2026-06-15'),
  keepSnapshots: ({ trx }) => keepSnapshots(trx, workspaceId),
  deleteSnapshotBeforeNewest: ({ trx }) => deleteSnapshotBeforeNewest(trx, workspaceId, 5_000),
  discardSnapshots: ({ trx }) => discardSnapshots(trx, workspaceId),
})
