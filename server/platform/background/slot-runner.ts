import type { Services } from '#server/platform/services.ts'

/** The work of a runner: `take` leases at most `free` due rows, and `work` ends one of them. */
export type SlotWork<T> = {
  size: number
  take: (services: Services, free: number) => Promise<T[]>
  work: (services: Services, row: T, stopped: () => boolean) => Promise<unknown>
  /** What the log line of a row that fails names, such as its workspace. */
  describe?: (row: T) => object
}
type SlotRunnerOptions<T> = {
  stopped: () => boolean
  /** `row` is undefined when taking rows failed. */
  onError: (error: unknown, row?: T) => void
}
export type SlotRunner = {
  /** Starts due rows in the free slots. A failure goes to `onError`. */
  startDue(): Promise<void>
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
  { stopped, onError }: SlotRunnerOptions<T>,
): SlotRunner {
  const running = new Set<Promise<void>>()
  let busy = 0
  /** Whether rows may be due for which no slot was free. */
  let mayBeDue = false

  function fail(error: unknown, row?: T): void {
    mayBeDue = false
    onError(error, row)
  }
  function track(run: Promise<void>): Promise<void> {
    const ended = run.catch((error: unknown) => fail(error)).finally(() => running.delete(ended))
    running.add(ended)
    return ended
  }
  async function fillSlots(): Promise<void> {
    const free = size - busy
    mayBeDue = !free
    if (!free || stopped()) return
    busy += free
    let rows: T[] = []
    try {
      rows = await take(services, free)
    } finally {
      busy -= free - rows.length
    }
    for (const row of rows) void track(runRow(row))
    // Rows of another call may have become due after these were taken.
    if (mayBeDue && busy < size) return fillSlots()
    mayBeDue ||= rows.length === free
  }
  async function runRow(row: T): Promise<void> {
    try {
      await work(services, row, stopped)
    } catch (error) {
      fail(error, row)
    }
    busy -= 1
    if (mayBeDue) await fillSlots()
  }
  return {
    startDue: () => track(fillSlots()),
    async waitUntilIdle() {
      while (running.size) await Promise.all(running)
    },
  }
}

/**
 * Returns `run` and `drain` of a worker with slots. A run only starts rows; a stopping process waits
 * for those that have started. `name`: the log line of a failure.
 */
export function runInSlots<T>(name: string, slotWork: SlotWork<T>) {
  const runners = new WeakMap<Services, SlotRunner>()
  return {
    async run(services: Services, stopped: () => boolean): Promise<void> {
      const onError = (error: unknown, row?: T) =>
        services.log.warn(
          { err: error, ...(row === undefined ? {} : slotWork.describe?.(row)) },
          name,
        )
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

/** Works on all due rows until none is left, for tests. Throws the first failure at the end. */
export async function runUntilIdle<T>(services: Services, slotWork: SlotWork<T>): Promise<void> {
  const errors: unknown[] = []
  const runner = createSlotRunner(services, slotWork, {
    stopped: () => false,
    onError: (error) => errors.push(error),
  })
  await runner.startDue()
  await runner.waitUntilIdle()
  if (errors.length) throw errors[0]
}
