import { secondMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { claimNightlyRun } from '#server/platform/background/nightly.ts'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { claimDueDeliveries } from './queries.ts'
import { sendDelivery } from './deliver.ts'

/** Limits of concurrent receivers, and of concurrent deliveries to each. */
const maxConcurrentWebhooks = 12
const maxConcurrentDeliveries = 4
/** After this time slice, a receiver with a long queue yields its slot to others. */
const timeSliceMs = 10 * secondMs
/** Longer than any attempt: an expired lease means that its process died. */
const leaseMs = 120 * secondMs
/** Wait of a stopping process for receivers; another process repeats unfinished attempts. */
const shutdownGraceMs = 5 * secondMs
const pruneBatch = 5_000

type DeliveryRunner = {
  /** Starts sending to receivers with due deliveries. Returns the number of started receivers. */
  startDue(): Promise<number>
  /** Waits for all started receivers. */
  waitUntilIdle(): Promise<void>
}

/** Creates a runner with one slot for each receiver: a slow receiver blocks only its own queue. */
function createDeliveryRunner(services: Services, stopped: () => boolean): DeliveryRunner {
  const { db, clock, log } = services
  const running = new Map<string, Promise<void>>()
  async function deliverTo(workspaceId: string, hookId: string): Promise<void> {
    const until = performance.now() + timeSliceMs
    while (!stopped() && performance.now() < until) {
      const ids = await db.tenant(workspaceId, (trx) =>
        claimDueDeliveries(trx, workspaceId, hookId, clock.now(), leaseMs, maxConcurrentDeliveries),
      )
      await Promise.all(ids.map((id) => sendDelivery(services, workspaceId, id)))
      if (ids.length < maxConcurrentDeliveries) return
    }
  }
  return {
    async startDue() {
      if (stopped() || running.size >= maxConcurrentWebhooks) return 0
      const { rows } = await sql<{
        workspace_id: string
        hook_id: string
      }>`select * from hooks_due(${clock.now()}, ${maxConcurrentWebhooks * 2})`.execute(db.global)
      const idleHooks = rows
        .filter((row) => !running.has(row.hook_id))
        .slice(0, maxConcurrentWebhooks - running.size)
      for (const { workspace_id: workspaceId, hook_id: hookId } of idleHooks) {
        running.set(
          hookId,
          deliverTo(workspaceId, hookId)
            .catch((error: unknown) =>
              log.warn(
                { workspace: workspaceId, hook: hookId, reason: (error as Error).message },
                'hook',
              ),
            )
            .finally(() => running.delete(hookId)),
        )
      }
      return idleHooks.length
    },
    async waitUntilIdle() {
      await Promise.all(running.values())
    },
  }
}

/** Sends all due deliveries, for tests and the command line. */
export async function deliverAllDue(services: Services): Promise<void> {
  const runner = createDeliveryRunner(services, () => false)
  while (await runner.startDue()) await runner.waitUntilIdle()
}

/** Deletes deliveries older than `limits.hook_log_days`, batch by batch. */
export async function pruneDeliveries({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.hook_log_days * 86_400_000)
  for (;;) {
    const { rows } = await sql<{
      deleted: number
    }>`select hook_deliveries_prune(${before}, ${pruneBatch}) as deleted`.execute(db.global)
    if ((rows[0]?.deleted ?? 0) < pruneBatch) return
  }
}

/**
 * Polls for due deliveries every second and prunes the log once a night. `stop` waits up to
 * `shutdownGraceMs` for running deliveries.
 */
export function startWebhookWorker(services: Services): Poller {
  let isStopped = false
  const runner = createDeliveryRunner(services, () => isStopped)
  const sending = startPoller(secondMs, 'hooks', services.log, async () => {
    await runner.startDue()
  })
  const pruning = startPoller(600 * secondMs, 'old hook deliveries', services.log, async () => {
    if (await claimNightlyRun(services.db, 'hook_deliveries', services.clock.now(), 4))
      await pruneDeliveries(services)
  })
  return {
    runNow: () => sending.runNow(),
    async stop() {
      isStopped = true
      await Promise.all([
        sending.stop(),
        pruning.stop(),
        Promise.race([
          runner.waitUntilIdle(),
          new Promise<void>((resolve) => {
            setTimeout(resolve, shutdownGraceMs).unref()
          }),
        ]),
      ])
    },
  }
}
