import { defineWorker } from '#server/platform/background/define-worker.ts'
import { createAllPairSums } from './create-pair-sums.ts'
import { createSnapshots } from './create-snapshots.ts'
import { reconcileReports } from './reconcile.ts'
import { storeAllGroups } from './store-groups.ts'

/**
 * Compares the rollups with the posts, repairs differences, creates the due snapshots and sums of
 * pairs, and computes the groups of large teams.
 */
export const reconciliationWorker = defineWorker({
  name: 'check_reports',
  nightlyAtHourUtc: 3,
  run: async ({ db, log, clock }, stopped) => {
    const onError = (error: unknown, workspaceId: string) =>
      log.error({ err: error, workspace: workspaceId }, 'figures of a team were not updated')
    await reconcileReports(db, {
      rebuild: true,
      stopped,
      onError,
      onDifference: (difference) =>
        log.error(difference, 'a figure differed from a full scan and was repaired'),
    })
    // A repair discards snapshots and sums of pairs, so they are created after it.
    await createSnapshots(db, { at: clock.now(), stopped, onError })
    await createAllPairSums(db, { at: clock.now(), stopped, onError })
    await storeAllGroups(db, { at: clock.now(), stopped, log })
  },
})
