import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { peopleByIds, personOf } from '#server/modules/users/queries.ts'
import type { Handle } from '#server/platform/http.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { type Dated, upcoming, windowOf } from './rules.ts'

/** Birthdays and anniversaries of the coming days, of those who show them. */
export function mountDates(handle: Handle, { db }: Services): void {
  handle('people.dates', ({ actor: { workspace_id, timezone }, at }) =>
    db.tenant(workspace_id, async (trx) => {
      const window = windowOf(Temporal.PlainDate.from(dayOf(at, timezone)), limits.dates_ahead_days)
      const days = [...window.keys()]
      const { rows } = await sql<Dated>`
      select id, birth_date, hire_date from users where workspace_id = ${workspace_id}
        and state = 'accepted' and show_dates and birth_date is not null
        and (extract(month from birth_date) * 100 + extract(day
          from birth_date))::int = any (${days}::int[])
      union select id, birth_date, hire_date from users where workspace_id = ${workspace_id}
        and state = 'accepted' and show_dates and hire_date is not null
        and (extract(month from hire_date) * 100 + extract(day
          from hire_date))::int = any (${days}::int[])`.execute(trx)
      const found = upcoming(rows, window).slice(0, limits.page_size_max)
      const people = await peopleByIds(
        trx,
        workspace_id,
        found.map((one) => one.user_id),
      )
      return found.map(({ user_id, ...one }) => ({ user: personOf(people, user_id), ...one }))
    }),
  )
}
