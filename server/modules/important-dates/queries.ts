import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { PersonDates } from './upcoming-dates.ts'

/** Returns accepted users who show a date on one of `days`, given as month x 100 + day. */
export async function listPeopleWithDatesOn(
  trx: Trx,
  workspaceId: string,
  days: number[],
): Promise<PersonDates[]> {
  const { rows } = await sql<PersonDates>`
    select id, birth_date, hire_date
    from users
    where workspace_id = ${workspaceId} and state = 'accepted' and show_dates
      and birth_date is not null
      and (extract(month from birth_date) * 100 + extract(day from birth_date))::int
        = any (${days}::int[])
    union
    select id, birth_date, hire_date
    from users
    where workspace_id = ${workspaceId} and state = 'accepted' and show_dates
      and hire_date is not null
      and (extract(month from hire_date) * 100 + extract(day from hire_date))::int
        = any (${days}::int[])`.execute(trx)
  return rows
}
