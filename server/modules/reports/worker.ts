import { defineWorker } from '#server/platform/background/define-worker.ts'
import { reconcileReports } from './reconcile.ts'

/** Compares the rollups with the posts, and repairs differences. */
export const reconciliationWorker = defineWorker({
  name: 'check_reports',
  nightlyAtHourUtc: 3,
  run: ({ db, log }, stopped) =>
    reconcileReports(db, {
      rebuild: true,
      stopped,
      onDifference: (difference) =>
        log.error(difference, 'a figure differed from a full scan and was repaired'),
    }),
})
