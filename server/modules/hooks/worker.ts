import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { takeChore } from '#server/platform/chores.ts'
import { every, type Turns } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { takeDue } from './queries.ts'
import { deliver } from './send.ts'

const second = 1_000
/** So many receivers are spoken to at once, and so many deliveries go to each of them at once. */
const hooks_at_once = 12
const at_once = 4
/** A receiver with much to hear gives others its place after this. */
const turn_ms = 10 * second
/** Longer than any try takes: afterwards whoever took it is dead. */
const lease_ms = 120 * second
/**
 * A process that ends does not wait longer for receivers: what they have not answered is sent again
 * by another.
 */
const parting_ms = 5 * second
const prune_batch = 5_000

type Runner = {
  /**
   * Begins with whatever is due and not being sent yet. Answers how many receivers it began with.
   */
  begin(): Promise<number>
  /** Waits for what was begun. */
  settled(): Promise<void>
}

/**
 * Deliveries go out receiver by receiver, each by itself: one that is slow takes one place of many,
 * whatever waits for it.
 */
function hookRunner(services: Services, stopped: () => boolean): Runner {
  const { db, clock, log } = services
  const running = new Map<string, Promise<void>>()
  async function work(workspace_id: string, hook_id: string): Promise<void> {
    const until = performance.now() + turn_ms
    while (!stopped() && performance.now() < until) {
      const ids = await db.tenant(workspace_id, (trx) =>
        takeDue(trx, workspace_id, hook_id, clock.now(), lease_ms, at_once),
      )
      await Promise.all(ids.map((id) => deliver(services, workspace_id, id)))
      if (ids.length < at_once) return
    }
  }
  return {
    async begin() {
      if (stopped() || running.size >= hooks_at_once) return 0
      const { rows } = await sql<{
        workspace_id: string
        hook_id: string
      }>`select * from hooks_due(${clock.now()}, ${hooks_at_once * 2})`.execute(db.global)
      const free = rows
        .filter((row) => !running.has(row.hook_id))
        .slice(0, hooks_at_once - running.size)
      for (const { workspace_id, hook_id } of free) {
        running.set(
          hook_id,
          work(workspace_id, hook_id)
            .catch((error: unknown) =>
              log.warn(
                { workspace: workspace_id, hook: hook_id, reason: (error as Error).message },
                'hook',
              ),
            )
            .finally(() => running.delete(hook_id)),
        )
      }
      return free.length
    },
    async settled() {
      await Promise.all(running.values())
    },
  }
}

/** Sends what is due now until nothing is: for tests and the command line. */
export async function drainHooks(services: Services): Promise<void> {
  const runner = hookRunner(services, () => false)
  while (await runner.begin()) await runner.settled()
}

/** Takes what happened long ago out of the logs, a batch after the other. */
export async function pruneHooks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.hook_log_days * 86_400_000)
  for (;;) {
    const { rows } = await sql<{
      gone: number
    }>`select hook_deliveries_prune(${before}, ${prune_batch}) as gone`.execute(db.global)
    if ((rows[0]?.gone ?? 0) < prune_batch) return
  }
}

/**
 * Sends deliveries as they come due, every second, until stopped; stopping waits a little for those
 * that are under way. Old ones go at night.
 */
export function startHooks(services: Services): Turns {
  let over = false
  const runner = hookRunner(services, () => over)
  const sending = every(second, 'hooks', services.log, async () => {
    await runner.begin()
  })
  const pruning = every(600 * second, 'old hook deliveries', services.log, async () => {
    if (await takeChore(services.db, 'hook_deliveries', services.clock.now(), 4))
      await pruneHooks(services)
  })
  return {
    wake: () => sending.wake(),
    async stop() {
      over = true
      await Promise.all([
        sending.stop(),
        pruning.stop(),
        Promise.race([
          runner.settled(),
          new Promise<void>((resolve) => {
            setTimeout(resolve, parting_ms).unref()
          }),
        ]),
      ])
    },
  }
}
