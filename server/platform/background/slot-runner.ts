import type { Services } from '#server/platform/services.ts'

/** The work of a runner: `take` leases at most `free` due rows, and `work` ends one of them. */
export type SlotWork<T> = {
  name: string
  size: number
  take: (services: Services, free: number) => Promise<T[]>
  work: (services: Services, row: T, stopped: () => boolean) => Promise<unknown>
}
export type SlotRunner = {
  /** Starts due rows in the free slots. Returns their number. */
  startDue(): Promise<number>
  /** Waits for all started rows. */
  waitUntilIdle(): Promise<void>
}

/**
 * Creates a runner with slots, so that slow work holds up only its own slot. After a failure, such as
 * one of the database, only the next call takes more rows.
 */
export function createSlotRunner<T>(
  services: Services,
  { size, take, work }: SlotWork<T>,
  { stopped, onError }: { stopped: () => boolean; onError: (error: unknown) => void },
): SlotRunner {
  const running = new Set<Promise<void>>()
  let busy = 0
  /** Rows may have become due while no slot was free. */
  let mayBeDue = false

  async function startDue(): Promise<number> {
    const free = size - busy
    mayBeDue = true
    if (!free || stopped()) return 0
    busy += free
    let rows: T[] = []
    try {
      rows = await take(services, free)
      mayBeDue = rows.length === free
    } finally {
      busy -= free - rows.length
    }
    for (const row of rows) start(row)
    return rows.length
  }
  function start(row: T): void {
    const fail = (error: unknown) => {
      mayBeDue = false
      onError(error)
    }
    const run = work(services, row, stopped)
      .catch(fail)
      .then(async () => {
        busy -= 1
        if (mayBeDue) await startDue()
      })
      .catch(fail)
      .finally(() => running.delete(run))
    running.add(run)
  }
  return {
    startDue,
    async waitUntilIdle() {
      while (running.size) await Promise.all(running)
    },
  }
}

/**
 * Returns `run` and `drain` of a worker with slots. A run only starts rows; a stopping process waits
 * for those that have started.
 */
export function runInSlots<T>(slotWork: SlotWork<T>) {
  const runners = new WeakMap<Services, SlotRunner>()
  return {
    async run(services: Services, stopped: () => boolean): Promise<void> {
      const onError = (error: unknown) => services.log.warn({ err: error }, slotWork.name)
      const runner =
        runners.get(services) ?? createSlotRunner(services, slotWork, { stopped, onError })
      runners.set(services, runner)
      await runner.startDue()
    },
    async drain(services: Services): Promise<void> {
      await runners.get(services)?.waitUntilIdle()
      runners.delete(services)
    },
  }
}
