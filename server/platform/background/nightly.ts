import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const dayMs = 86_400_000
/** The next time that it is this hour (UTC), after `at`. */
function nextRunAt(at: Date, hour: number): Date {
  const today = Math.floor(at.getTime() / dayMs) * dayMs + hour * 3_600_000
  return new Date(today > at.getTime() ? today : today + dayMs)
}

/**
 * Takes what is done once a night, at this hour (UTC), for all processes: one of them is told true.
 */
export async function claimNightlyRun(
  db: Database,
  name: string,
  at: Date,
  hour: number,
): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`
    insert into chores as c (name, next_at) values (${name}, ${nextRunAt(at, hour)})
    on conflict (name) do update set next_at = excluded.next_at where c.next_at <= ${at}
    returning xmax <> 0 as took`.execute(db.global)
  // Who only wrote down when it is due for the first time has nothing to do yet.
  return rows[0]?.took === true
}
