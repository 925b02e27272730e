import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import {
  type AgeTimes,
  countPeople,
  daySums,
  memberSumsTable,
  peopleTable,
  selectMovements,
  sumAwardsHeld,
  type TimeSpan,
} from './flow-queries.ts'

/**
 * Marks a day as stored. Returns false if another process stores it: its transaction ends first.
 */
export async function insertSnapshot(
  trx: Trx,
  workspaceId: string,
  { day, start, end, timezone }: TimeSpan & { day: string; timezone: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into liability_snapshots (workspace_id, day, starts_at, ends_at, timezone, people,
      awards_held)
    values (${workspaceId}, ${day}, ${start}, ${end}, ${timezone}, ${countPeople(workspaceId, end)},
      ${sumAwardsHeld(workspaceId, end)})
    on conflict do nothing returning day`.execute(trx)
  return rows.length > 0
}

/** Stores the figures by country and by group of a day that insertSnapshot has marked. */
export async function insertFigures(
  trx: Trx,
  workspaceId: string,
  day: string,
  times: AgeTimes,
): Promise<void> {
  await sql`
    with ${peopleTable(workspaceId, times)},
    ${memberSumsTable(workspaceId, times.end)},
    stored_days as (
      insert into liability_days (workspace_id, day, country, overdrawn, wallet_30, wallet_90,
        wallet_365, wallet_older, held_30, held_90, held_365, held_older, received_30, received_90,
        received_365, received_older)
      select ${workspaceId}::uuid, ${day}::date, country, ${daySums} from people group by country)
    insert into liability_groups (workspace_id, day, group_id, country, people, wallet, held)
    select ${workspaceId}::uuid, ${day}::date, group_id, country, people, wallet, held
    from member_sums`.execute(trx)
}

/** Stores the movements of a day that insertSnapshot has marked. */
export async function insertMovements(
  trx: Trx,
  workspaceId: string,
  { day, ...span }: TimeSpan & { day: string },
): Promise<void> {
  await sql`
    insert into liability_movements (workspace_id, day, kind, country, points)
    select ${workspaceId}::uuid, day, kind, country, points
    from (${selectMovements(workspaceId, span, sql`${day}::date`)}) m`.execute(trx)
}

/** Deletes all stored days of a team, which the nightly worker stores again. */
export async function deleteSnapshots(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('liability_snapshots').where('workspace_id', '=', workspaceId).execute()
}
