import { secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { claimDueDeliveries, deleteOldDeliveries, findDueWebhooks } from './delivery-queries.ts'
import { sendDelivery } from './deliver.ts'

/** Limits of concurrent receivers, and of concurrent deliveries to each. */
const maxConcurrentWebhooks = 12
const maxConcurrentDeliveries = 4
/** After this time slice, a receiver with a long queue yields its slot to others. */
const timeSliceMs = 10 * secondMs
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
      const at = clock.now()
      const ids = await db.tenant(workspaceId, (trx) =>
        claimDueDeliveries(trx, workspaceId, hookId, at, maxConcurrentDeliveries),
      )
      await Promise.all(ids.map((id) => sendDelivery(services, workspaceId, id, at)))
      if (ids.length < maxConcurrentDeliveries) return
    }
  }
  return {
    async startDue() {
      if (stopped() || running.size >= maxConcurrentWebhooks) return 0
      const due = await findDueWebhooks(db.global, clock.now(), maxConcurrentWebhooks * 2)
      const idleHooks = due
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
    if ((await deleteOldDeliveries(db.global, before, pruneBatch)) < pruneBatch) return
  }
}

const runners = new WeakMap<Services, DeliveryRunner>()

/**
 * Sends due deliveries. A run only starts receivers; a stopping process waits up to
 * `shutdownGraceMs` for them.
 */
export const webhookWorker = defineWorker({
  name: 'webhooks',
  queue: 'hook_deliveries',
  async run(services, stopped) {
    const runner = runners.get(services) ?? createDeliveryRunner(services, stopped)
    runners.set(services, runner)
    await runner.startDue()
  },
  async drain(services) {
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, shutdownGraceMs).unref()
    })
    await Promise.race([runners.get(services)?.waitUntilIdle(), late])
    runners.delete(services)
  },
})

/** Prunes the log of deliveries. */
export const webhookLogWorker = defineWorker({
  name: 'hook_deliveries',
  nightlyAtHourUtc: 4,
  run: pruneDeliveries,
})
