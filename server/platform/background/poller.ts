import type { Log } from '#server/platform/observability/log.ts'

/**
 * Work that comes again: `wake` begins a turn now (or right after the running one), `stop` waits
 * for the running one.
 */
export type Poller = { runNow(): void; stop(): Promise<void> }

/**
 * Does `work` now, and again `ms` after it has ended (at once if it answers true), until stopped;
 * `work` may ask whether it is. A turn that fails is logged under `name`, and the next one comes
 * all the same. Keeps no process alive.
 */
export function startPoller(
  ms: number,
  name: string,
  log: Log,
  work: (stopped: () => boolean) => Promise<boolean | void>,
): Poller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const turn = async () => {
    again = false
    const more = await work(() => stopped).catch((error: unknown) =>
      log.warn({ reason: (error as Error).message }, name),
    )
    running = undefined
    if (!stopped) timer = setTimeout(begin, more || again ? 0 : ms).unref()
  }
  const begin = () => {
    running = turn()
  }
  begin()
  return {
    runNow() {
      again = true
      if (stopped || running) return
      clearTimeout(timer)
      begin()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Milliseconds until something that went wrong is tried again: five seconds after the first
 * failure, doubling to an hour.
 */
export const backoffMs = (attempts: number): number => Math.min(5_000 * 2 ** attempts, 3_600_000)
