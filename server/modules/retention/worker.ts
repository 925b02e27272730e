import { claimNightlyRun } from '#server/platform/background/nightly.ts'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteOrphanedFiles } from './orphaned-files.ts'
import { deleteExpired } from './service.ts'

const intervalMs = 600_000
const nightlyHourUtc = 2

/** Deletes expired data once a night, in one process. */
export async function runNightlyRetention(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (!(await claimNightlyRun(services.db, 'retention', services.clock.now(), nightlyHourUtc)))
    return
  const deleted = await deleteExpired(services, stopped)
  services.log.info(
    { ...deleted, stored_files: await deleteOrphanedFiles(services, stopped) },
    'expired data deleted',
  )
}

export function startRetentionWorker(services: Services): Poller {
  return startPoller(intervalMs, 'retention', services.log, (stopped) =>
    runNightlyRetention(services, stopped),
  )
}
