import type { Log } from '#server/platform/observability/log.ts'

type DueRowsOptions<T> = {
  log: Log
  /** The log line of a row that fails, and what it names, such as the workspace. */
  message: string
  describe: (row: T) => object
  stopped?: () => boolean
}

/**
 * Runs `work` on due rows one after another, and checks `stopped` before each. A failure is logged
 * and does not block the other rows; the next run retries it. Returns the number of rows without
 * those that failed and those for which `work` returned false.
 */
export async function forEachDue<T>(
  rows: readonly T[],
  { log, message, describe, stopped = () => false }: DueRowsOptions<T>,
  work: (row: T) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const row of rows) {
    if (stopped()) break
    try {
      if ((await work(row)) !== false) done += 1
    } catch (error) {
      log.warn({ err: error, ...describe(row) }, message)
    }
  }
  return done
}
