import { defineWorker } from '#server/platform/background/define-worker.ts'
import { reconcileLiability } from './reconcile.ts'
import { storeDays } from './store-days.ts'

/** Stores what is owed at the end of each day, and compares the stored days with the ledger. */
export const liabilityWorker = defineWorker({
  name: 'store_liability',
  nightlyAtHourUtc: 4,
  run: async ({ db, log, clock }, stopped) => {
    const onError = (error: unknown, workspaceId: string) =>
      log.error({ err: error, workspace: workspaceId }, 'days of a team were not stored or checked')
    await storeDays(db, { at: clock.now(), stopped, onError })
    // Finance relies on stored days, so a difference is reported and stays until somebody repairs it.
    await reconcileLiability(db, {
      rebuild: false,
      ages: 'newest',
      stopped,
      onError,
      onDifference: (difference) => log.error(difference, 'a stored day differs from the ledger'),
    })
  },
})
