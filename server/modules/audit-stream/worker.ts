import { secondMs } from '#contract/durations.ts'
import { presentAuditRows } from '#server/modules/audit/service.ts'
import { backoffMs } from '#server/platform/background/backoff.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { holdLease, type Lease, leaseUntil } from '#server/platform/background/lease.ts'
import { runInSlots } from '#server/platform/background/slot-runner.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type AuditStreamRow,
  claimStream,
  deleteSentEntries,
  findStream,
  finishAttempt,
  listDueStreams,
  listWaitingEntries,
  renewStreamLease,
} from './queries.ts'
import { sendEntries } from './target.ts'

const batchEntries = 500
const maxConcurrentStreams = 4
/** After this time slice, a stream with a long queue lets others send. */
const timeSliceMs = 10 * secondMs

/**
 * Sends the next entries of a leased stream. Returns how many it sent, and why it failed. Sends
 * nothing when another process has the stream, or when its receiver was changed.
 */
async function sendBatch(
  services: Services,
  stream: AuditStreamRow,
  lease: Lease,
): Promise<{ sent: number; error: string }> {
  const { workspace_id: workspaceId } = stream
  const { rows, entries } = await lease.withEnd((until) =>
    services.db.readSnapshot(workspaceId, async (trx) => {
      const current = await findStream(trx, workspaceId)
      const isHeld = current?.leased_until?.getTime() === until.getTime()
      const waiting = isHeld ? await listWaitingEntries(trx, workspaceId, batchEntries) : []
      return { rows: waiting, entries: await presentAuditRows(trx, workspaceId, waiting) }
    }),
  )
  if (!entries.length) return { sent: 0, error: '' }
  const error = await sendEntries(services, stream, entries)
  if (error) return { sent: 0, error }
  const ids = rows.map(({ id }) => id)
  await services.db.tenant(workspaceId, (trx) => deleteSentEntries(trx, workspaceId, ids))
  return { sent: ids.length, error: '' }
}

/**
 * Sends what waits in the stream of a workspace, batch by batch, under a lease. A process that dies
 * between the receiver's answer and its record sends a batch again.
 */
export async function sendStream(
  services: Services,
  workspaceId: string,
  stopped: () => boolean = () => false,
): Promise<void> {
  const { db, clock } = services
  const at = clock.now()
  const until = leaseUntil(at)
  const stream = await db.tenant(workspaceId, (trx) => claimStream(trx, workspaceId, { at, until }))
  if (!stream) return
  const lease = holdLease(services, until, (heldUntil, next) =>
    db.tenant(workspaceId, (trx) => renewStreamLease(trx, workspaceId, { heldUntil, until: next })),
  )
  const sliceEnd = performance.now() + timeSliceMs
  let result = { sent: 0, error: '' }
  let hasSent = false
  try {
    do {
      result = await sendBatch(services, stream, lease)
      hasSent ||= result.sent > 0
    } while (
      result.sent === batchEntries &&
      !stopped() &&
      !lease.hasExpired() &&
      performance.now() < sliceEnd
    )
  } finally {
    const heldUntil = await lease.stop()
    const failures = result.error ? stream.failures + 1 : 0
    const now = clock.now()
    await db.tenant(workspaceId, (trx) =>
      finishAttempt(trx, workspaceId, heldUntil, {
        failures,
        last_error: result.error,
        next_at: result.error ? new Date(now.getTime() + backoffMs(failures - 1)) : now,
        delivered_at: hasSent ? now : stream.delivered_at,
      }),
    )
  }
}

/** Sends audit logs to their receivers. A slow receiver holds up only its own stream. */
export const auditStreamWorker = defineWorker({
  name: 'audit streams',
  everyMs: 5 * secondMs,
  ...runInSlots('audit log was not sent', {
    size: maxConcurrentStreams,
    take: ({ db, clock }, free) => listDueStreams(db.global, clock.now(), free),
    work: sendStream,
    describe: (workspace) => ({ workspace }),
  }),
})
