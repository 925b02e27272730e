import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { claimNightlyRun } from '#server/platform/background/nightly.ts'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { claimDueDeliveries } from './queries.ts'
import { sendDelivery } from './deliver.ts'

const secondMs = 1_000
/** So many receivers are spoken to at once, and so many deliveries go to each of them at once. */
const maxConcurrentWebhooks = 12
const maxConcurrentDeliveries = 4
/** A receiver with much to hear gives others its place after this. */
const maxTurnMs = 10 * secondMs
/** Longer than any try takes: afterwards whoever took it is dead. */
const leaseMs = 120 * secondMs
/**
 * A process that ends does not wait longer for receivers: what they have not answered is sent again
 * by another.
 */
const shutdownGraceMs = 5 * secondMs
const pruneBatch = 5_000

type DeliveryRunner = {
  /**
   * Begins with whatever is due and not being sent yet. Answers how many receivers it began with.
   */
  startDue(): Promise<number>
  /** Waits for what was begun. */
  waitUntilIdle(): Promise<void>
}

/**
 * Deliveries go out receiver by receiver, each by itself: one that is slow takes one place of many,
 * whatever waits for it.
 */
function createDeliveryRunner(services: Services, stopped: () => boolean): DeliveryRunner {
  const { db, clock, log } = services
  const running = new Map<string, Promise<void>>()
  async function work(workspaceId: string, hookId: string): Promise<void> {
    const until = performance.now() + maxTurnMs
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
      const free = rows
        .filter((row) => !running.has(row.hook_id))
        .slice(0, maxConcurrentWebhooks - running.size)
      for (const { workspace_id: workspaceId, hook_id: hookId } of free) {
        running.set(
          hookId,
          work(workspaceId, hookId)
            .catch((error: unknown) =>
              log.warn(
                { workspace: workspaceId, hook: hookId, reason: (error as Error).message },
                'hook',
              ),
            )
            .finally(() => running.delete(hookId)),
        )
      }
      return free.length
    },
    async waitUntilIdle() {
      await Promise.all(running.values())
    },
  }
}

/** Sends what is due now until nothing is: for tests and the command line. */
export async function deliverAllDue(services: Services): Promise<void> {
  const runner = createDeliveryRunner(services, () => false)
  while (await runner.startDue()) await runner.waitUntilIdle()
}

/** Takes what happened long ago out of the logs, a batch after the other. */
export async function pruneDeliveries({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.hook_log_days * 86_400_000)
  for (;;) {
    const { rows } = await sql<{
      gone: number
    }>`select hook_deliveries_prune(${before}, ${pruneBatch}) as gone`.execute(db.global)
    if ((rows[0]?.gone ?? 0) < pruneBatch) return
  }
}

/**
 * Sends deliveries as they come due, every second, until stopped; stopping waits a little for those
 * that are under way. Old ones go at night.
 */
export function startWebhookWorker(services: Services): Poller {
  let over = false
  const runner = createDeliveryRunner(services, () => over)
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
      over = true
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
