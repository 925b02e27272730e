import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadUpcomingDates } from './load-dates.ts'

/** Mounts the list of upcoming birthdays and work anniversaries of users who show them to the reader. */
export function mountImportantDates(handle: MountRoute, { db }: Services): void {
  handle('people.dates', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadUpcomingDates(trx, actor, at)),
  )
}
