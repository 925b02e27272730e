import { secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
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

type DeliveryRunner = {
  /** Starts sending to receivers with due deliveries. Returns the number of these receivers. */
  startDue(): Promise<number>
  /** Waits for all started deliveries. */
  waitUntilIdle(): Promise<void>
}
/** `busy`: deliveries being sent. `until`: the end of its time slice, of `performance.now()`. */
type Receiver = { workspaceId: string; hookId: string; busy: number; until: number }

/**
 * Creates a runner with slots for each receiver: a slow receiver holds up only its own queue, and a
 * slow answer only its own slot.
 */
function createDeliveryRunner(services: Services, stopped: () => boolean): DeliveryRunner {
  const { db, clock, log } = services
  const receivers = new Map<string, Receiver>()
  const running = new Set<Promise<void>>()

  const mustYield = ({ until }: Receiver) =>
    receivers.size >= maxConcurrentWebhooks && performance.now() >= until

  /** Sends due deliveries in the free slots, and more of a long queue when one of them ends. */
  async function fillSlots(receiver: Receiver): Promise<void> {
    const { workspaceId, hookId } = receiver
    const free = maxConcurrentDeliveries - receiver.busy
    if (!free || stopped() || mustYield(receiver)) return
    receiver.busy += free
    const at = clock.now()
    let ids: string[] = []
    try {
      ids = await db.tenant(workspaceId, (trx) =>
        claimDueDeliveries(trx, workspaceId, hookId, at, free),
      )
    } finally {
      receiver.busy -= free - ids.length
    }
    await Promise.all(
      ids.map(async (id) => {
        await sendDelivery(services, workspaceId, id, at).finally(() => {
          receiver.busy -= 1
        })
        if (ids.length === free) await fillSlots(receiver)
      }),
    )
  }
  function start(receiver: Receiver): void {
    const { workspaceId, hookId } = receiver
    const run = fillSlots(receiver)
      .catch((error: unknown) =>
        log.warn(
          { workspace: workspaceId, hook: hookId, reason: (error as Error).message },
          'hook',
        ),
      )
      .finally(() => {
        running.delete(run)
        if (!receiver.busy) receivers.delete(hookId)
      })
    running.add(run)
  }
  return {
    async startDue() {
      if (stopped()) return 0
      const due = await findDueWebhooks(db.global, clock.now(), maxConcurrentWebhooks * 2)
      for (const { workspace_id: workspaceId, hook_id: hookId } of due) {
        const receiver = receivers.get(hookId) ?? {
          workspaceId,
          hookId,
          busy: 0,
          until: performance.now() + timeSliceMs,
        }
        if (!receivers.has(hookId) && receivers.size >= maxConcurrentWebhooks) continue
        receivers.set(hookId, receiver)
        start(receiver)
      }
      return due.length
    },
    async waitUntilIdle() {
      while (running.size) await Promise.all(running)
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
