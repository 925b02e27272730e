import { limits } from '#contract/limits.ts'
import { loadPeople, requirePerson } from '#server/modules/users/load-people.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { listPeopleWithDatesOn } from './queries.ts'
import { findUpcomingDates, buildDateWindow } from './upcoming-dates.ts'

/** Mounts the list of upcoming birthdays and work anniversaries of users with `show_dates`. */
export function mountImportantDates(handle: MountRoute, { db }: Services): void {
  handle('people.dates', ({ actor: { workspace_id: workspaceId, timezone }, at }) =>
    db.tenant(workspaceId, async (trx) => {
      const window = buildDateWindow(
        Temporal.PlainDate.from(toLocalDay(at, timezone)),
        limits.dates_ahead_days,
      )
      const rows = await listPeopleWithDatesOn(trx, workspaceId, [...window.keys()])
      const found = findUpcomingDates(rows, window).slice(0, limits.page_size_max)
      const people = await loadPeople(
        trx,
        workspaceId,
        found.map((date) => date.user_id),
      )
      return found.map(({ user_id: userId, ...date }) => ({
        user: requirePerson(people, userId),
        ...date,
      }))
    }),
  )
}
