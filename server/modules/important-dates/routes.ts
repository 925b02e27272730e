import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { findPeopleByIds, requirePerson } from '#server/modules/users/queries.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { type PersonDates, findUpcomingDates, buildDateWindow } from './upcoming-dates.ts'

/** Mounts the list of upcoming birthdays and work anniversaries of users with `show_dates`. */
export function mountImportantDates(handle: MountRoute, { db }: Services): void {
  handle('people.dates', ({ actor: { workspace_id: workspaceId, timezone }, at }) =>
    db.tenant(workspaceId, async (trx) => {
      const window = buildDateWindow(
        Temporal.PlainDate.from(toLocalDay(at, timezone)),
        limits.dates_ahead_days,
      )
      const days = [...window.keys()]
      const { rows } = await sql<PersonDates>`
      select id, birth_date, hire_date from users where workspace_id = ${workspaceId}
        and state = 'accepted' and show_dates and birth_date is not null
        and (extract(month from birth_date) * 100 + extract(day
          from birth_date))::int = any (${days}::int[])
      union select id, birth_date, hire_date from users where workspace_id = ${workspaceId}
        and state = 'accepted' and show_dates and hire_date is not null
        and (extract(month from hire_date) * 100 + extract(day
          from hire_date))::int = any (${days}::int[])`.execute(trx)
      const found = findUpcomingDates(rows, window).slice(0, limits.page_size_max)
      const people = await findPeopleByIds(
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
