import { type Insertable, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
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
  const { rows: sums } = await sql<{ people: number; awards_held: string }>`
    select ${countPeople(workspaceId, end)} as people,
      ${sumAwardsHeld(workspaceId, end)} as awards_held`.execute(trx)
  const [sum] = sums
  const { rows } = await sql`
    insert into liability_snapshots (workspace_id, day, starts_at, ends_at, timezone, people,
      awards_held)
    values (${workspaceId}, ${day}, ${start}, ${end}, ${timezone}, ${sum?.people},
      ${sum?.awards_held})
    on conflict do nothing returning day`.execute(trx)
  return rows.length > 0
}

type DayFigures = Omit<Insertable<Tables['liability_days']>, 'workspace_id' | 'day'>
type MovementFigures = Omit<Insertable<Tables['liability_movements']>, 'workspace_id'>
type GroupFigures = Omit<Insertable<Tables['liability_groups']>, 'workspace_id' | 'day'>

/** Stores the figures by country and by group of a day that insertSnapshot has marked. */
export async function insertFigures(
  trx: Trx,
  workspaceId: string,
  day: string,
  times: AgeTimes,
): Promise<void> {
  const { rows } = await sql<{ days: DayFigures[]; groups: GroupFigures[] }>`
    with ${peopleTable(workspaceId, times)},
    ${memberSumsTable(workspaceId, times.end)}
    select
      (select coalesce(json_agg(d), '[]') from (
        select country, ${daySums} from people group by country) d) as days,
      (select coalesce(json_agg(g), '[]') from (
        select group_id, country, people, wallet, held from member_sums) g) as groups`.execute(trx)
  const place = { workspace_id: workspaceId, day }
  const { days = [], groups = [] } = rows[0] ?? {}
  await insertRows(
    trx,
    'liability_days',
    days.map((figures) => ({ ...place, ...figures })),
  )
  await insertRows(
    trx,
    'liability_groups',
    groups.map((figures) => ({ ...place, ...figures })),
  )
}

/** Stores the movements of a day that insertSnapshot has marked. */
export async function insertMovements(
  trx: Trx,
  workspaceId: string,
  { day, ...span }: TimeSpan & { day: string },
): Promise<void> {
  const { rows } = await sql<MovementFigures>`
    ${selectMovements(workspaceId, span, sql`${day}::date`)}`.execute(trx)
  await insertRows(
    trx,
    'liability_movements',
    rows.map((figures) => ({ workspace_id: workspaceId, ...figures })),
  )
}

/** Deletes all stored days of a team, which the nightly worker stores again. */
export async function deleteSnapshots(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('liability_snapshots').where('workspace_id', '=', workspaceId).execute()
}
