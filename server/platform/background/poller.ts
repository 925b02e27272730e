import type { Log } from '#server/platform/observability/log.ts'

/**
 * A repeating task: `runNow` starts a run at once (or right after the current one), `stop` waits
 * for the current one.
 */
export type Poller = { runNow(): void; stop(): Promise<void> }

/**
 * Runs `work` now, and again `ms` after each run (at once when it returns true), until stopped. With
 * `ms` null it sleeps until `runNow`. Long work checks its `stopped` argument. A failed run is logged under `name` and the schedule
 * continues. The timer does not keep the process alive.
 */
export function startPoller(
  ms: number | null,
  name: string,
  log: Log,
  work: (stopped: () => boolean) => Promise<boolean | void>,
): Poller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let runAgain = false
  let stopped = false
  const run = async () => {
    runAgain = false
    const more = await work(() => stopped).catch((error: unknown) =>
      log.warn({ reason: (error as Error).message }, name),
    )
    running = undefined
    const pauseMs = more || runAgain ? 0 : ms
    if (!stopped && pauseMs !== null) timer = setTimeout(startRun, pauseMs).unref()
  }
  const startRun = () => {
    running = run()
  }
  startRun()
  return {
    runNow() {
      runAgain = true
      if (stopped || running) return
      clearTimeout(timer)
      startRun()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
