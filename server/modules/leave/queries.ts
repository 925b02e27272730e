import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the SQL condition for people `u` (table users) who are on leave on a day. Never null. */
export const isAwayOn = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(u.away_from is not null and u.away_from <= ${day} and coalesce(u.away_to >= ${day}, true))`

/** Returns whether a person is on leave on a day, 'YYYY-MM-DD'. */
export async function isPersonAway(
  trx: Trx,
  workspaceId: string,
  userId: string,
  day: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and ${isAwayOn(sql`${day}::date`)}`.execute(trx)
  return rows.length > 0
}
