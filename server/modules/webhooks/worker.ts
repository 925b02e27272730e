import { secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import {
  createSlotRunner,
  type SlotRunner,
  type SlotWork,
} from '#server/platform/background/slot-runner.ts'
import type { Services } from '#server/platform/services.ts'
import { claimDueDeliveries, deleteOldDeliveries, findDueWebhooks } from './delivery-queries.ts'
import { sendDelivery } from './deliver.ts'

/** Limits of concurrent receivers, and of concurrent deliveries to each. */
const maxConcurrentWebhooks = 12
const maxConcurrentDeliveries = 4
/** After this time, a receiver with a long queue yields its place to receivers that wait for one. */
const timeSliceMs = 10 * secondMs
/** Wait of a stopping process for receivers; another process repeats unfinished attempts. */
const shutdownGraceMs = 5 * secondMs
const pruneBatch = 5_000

/** Creates a runner with slots for each receiver: a slow one holds up only its own deliveries. */
function createDeliveryRunner(services: Services, stopped: () => boolean) {
  const { db, clock, log } = services
  const receivers = new Map<string, SlotRunner>()

  function createReceiver(workspaceId: string, hookId: string): SlotRunner {
    const until = performance.now() + timeSliceMs
    const mustYield = () => receivers.size >= maxConcurrentWebhooks && performance.now() >= until
    const onError = (error: unknown) =>
      log.warn({ workspace: workspaceId, hook: hookId, reason: (error as Error).message }, 'hook')
    const work: SlotWork<{ id: string; at: Date }> = {
      size: maxConcurrentDeliveries,
      async take(_services, free) {
        if (mustYield()) return []
        const at = clock.now()
        const ids = await db.tenant(workspaceId, (trx) =>
          claimDueDeliveries(trx, workspaceId, hookId, at, free),
        )
        return ids.map((id) => ({ id, at }))
      },
      work: (_services, { id, at }) => sendDelivery(services, workspaceId, id, at),
    }
    return createSlotRunner(services, work, { stopped, onError })
  }
  /** Starts due deliveries of a receiver, which has a place until none is being sent. */
  async function runReceiver(hookId: string, receiver: SlotRunner): Promise<void> {
    await receiver.startDue()
    await receiver.waitUntilIdle()
    if (receivers.get(hookId) === receiver) receivers.delete(hookId)
  }
  return {
    /** Starts sending to receivers with due deliveries. Returns the number of these receivers. */
    async startDue() {
      if (stopped()) return 0
      const due = await findDueWebhooks(db.global, clock.now(), maxConcurrentWebhooks * 2)
      for (const { workspace_id: workspaceId, hook_id: hookId } of due) {
        if (!receivers.has(hookId) && receivers.size >= maxConcurrentWebhooks) continue
        const receiver = receivers.get(hookId) ?? createReceiver(workspaceId, hookId)
        receivers.set(hookId, receiver)
        void runReceiver(hookId, receiver)
      }
      return due.length
    },
    /** Waits for all started deliveries. */
    async waitUntilIdle() {
      await Promise.all([...receivers.values()].map((receiver) => receiver.waitUntilIdle()))
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

const runners = new WeakMap<Services, ReturnType<typeof createDeliveryRunner>>()

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
