import type * as queries from '#server/modules/audit-stream/queries.ts'
import {
  claimStream,
  countWaiting,
  deleteSentEntries,
  deleteStream,
  findStream,
  finishAttempt,
  insertStream,
  listDueStreams,
  listWaitingEntries,
  renewStreamLease,
  updateStream,
} from '#server/modules/audit-stream/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/audit-stream/queries.ts', {
  findStream: ({ trx }) => findStream(trx, workspaceId),
  countWaiting: ({ trx }) => countWaiting(trx, workspaceId, 10),
  insertStream: ({ trx }) =>
    insertStream(trx, {
      workspace_id: workspaceId,
      kind: 'syslog',
      target: 'siem.northwind.example:6514',
      state: 'active',
      next_at: at,
      created_at: at,
    }),
  updateStream: ({ trx }) => updateStream(trx, workspaceId, { state: 'paused' }),
  deleteStream: ({ trx }) => deleteStream(trx, workspaceId),
  listDueStreams: ({ trx }) => listDueStreams(trx, at, 4),
  claimStream: ({ trx }) => claimStream(trx, workspaceId, { at, until: at }),
  renewStreamLease: ({ trx }) => renewStreamLease(trx, workspaceId, { heldUntil: at, until: at }),
  finishAttempt: ({ trx }) =>
    finishAttempt(trx, workspaceId, at, {
      failures: 1,
      last_error: 'timeout',
      next_at: at,
      delivered_at: null,
    }),
  listWaitingEntries: ({ trx }) => listWaitingEntries(trx, workspaceId, 500),
  deleteSentEntries: ({ trx }) => deleteSentEntries(trx, workspaceId, [id]),
})
