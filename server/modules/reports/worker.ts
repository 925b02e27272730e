import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import { claimNightlyRun } from '#server/platform/background/nightly.ts'
import type { Services } from '#server/platform/services.ts'
import { reconcileReports } from './reconcile.ts'

const intervalMs = 600_000
const nightlyHourUtc = 3

/** Compares the rollups with the posts once a night, in one process, and repairs differences. */
export async function runNightlyReconciliation(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (!(await claimNightlyRun(db, 'check_reports', clock.now(), nightlyHourUtc))) return
  await reconcileReports(db, {
    rebuild: true,
    stopped,
    onDifference: (difference) =>
      log.error(difference, 'a figure differed from a full scan and was repaired'),
  })
}

export function startReconciliationWorker(services: Services): Poller {
  return startPoller(intervalMs, 'check reports', services.log, (stopped) =>
    runNightlyReconciliation(services, stopped),
  )
}
