import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import {
  type AgeTimes,
  countPeople,
  daySums,
  memberSumsTable,
  peopleTable,
  selectMovements,
  selectPointsAt,
  sumAwardsHeld,
  type TimeSpan,
} from './flow-queries.ts'

/** The first and the last stored day of a team. All days between them are stored. */
export type StoredRange = { oldest: string; oldest_start: Date; newest: string; newest_end: Date }

/** Points of a country at the end of a day, by age. */
export type CountryRow = {
  country: string | null
  overdrawn: number
} & Record<`${'wallet' | 'held' | 'received'}_${'30' | '90' | '365' | 'older'}`, number>
/** Points of the members of a group in a country, without those of departments below it. */
export type GroupFigures = {
  group_id: string
  country: string | null
  people: number
  wallet: number
  held: number
}
type DayFigures = {
  people: number
  awards_held: number
  countries: CountryRow[]
  groups: GroupFigures[]
}
/** Points that a day has added to what is owed, or taken from it. */
export type MovementRow = { day: string; kind: string; country: string | null; points: number }
/** Points owed in a country at the end of a day. */
export type CountryPoints = { country: string | null; points: number }

/** Returns the stored days of a team, or undefined without any. */
export async function findStoredRange(
  trx: Trx,
  workspaceId: string,
): Promise<StoredRange | undefined> {
  const { rows } = await sql<StoredRange>`
    select o.day as oldest, o.starts_at as oldest_start, n.day as newest, n.ends_at as newest_end
    from (select day, starts_at from liability_snapshots where workspace_id = ${workspaceId}
      order by day limit 1) o,
      (select day, ends_at from liability_snapshots where workspace_id = ${workspaceId}
        order by day desc limit 1) n`.execute(trx)
  return rows[0]
}

/** Returns the time of the first movement of a team, or null. */
export async function findFirstMovementAt(trx: Trx, workspaceId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from movements where workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]?.at ?? null
}

/** The query of a day as one JSON value, whose `countries` and `groups` are two subselects. */
const selectFigures = (parts: Record<keyof DayFigures, RawBuilder<unknown>>) => sql`
  select ${parts.people} as people, ${parts.awards_held} as awards_held,
    (select coalesce(json_agg(c), '[]') from (${parts.countries}) c) as countries,
    (select coalesce(json_agg(g), '[]') from (${parts.groups}) g) as groups`

/** Lets this transaction sum a whole ledger in memory. */
export async function raiseWorkMemory(trx: Trx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx)
}

/** Returns the figures at the end of a day that is not stored, from the whole ledger. */
export async function computeDay(
  trx: Trx,
  workspaceId: string,
  times: AgeTimes,
): Promise<DayFigures | undefined> {
  await raiseWorkMemory(trx)
  const { rows } = await sql<DayFigures>`
    with ${peopleTable(workspaceId, times)},
    ${memberSumsTable(workspaceId, times.end)}
    ${selectFigures({
      people: countPeople(workspaceId, times.end),
      awards_held: sumAwardsHeld(workspaceId, times.end),
      countries: sql`select country, ${daySums} from people group by country`,
      groups: sql`select group_id, country, people, wallet, held from member_sums`,
    })}`.execute(trx)
  return rows[0]
}

/** Returns the figures of a stored day. */
export async function findStoredDay(
  trx: Trx,
  workspaceId: string,
  day: string,
): Promise<DayFigures | undefined> {
  const { rows } = await sql<DayFigures>`
    ${selectFigures({
      people: sql`s.people`,
      awards_held: sql`s.awards_held`,
      countries: sql`
        select country, overdrawn, wallet_30, wallet_90, wallet_365, wallet_older, held_30,
          held_90, held_365, held_older, received_30, received_90, received_365, received_older
        from liability_days where workspace_id = ${workspaceId} and day = ${day}`,
      groups: sql`
        select group_id, country, people, wallet, held from liability_groups
        where workspace_id = ${workspaceId} and day = ${day}`,
    })}
    from liability_snapshots s where s.workspace_id = ${workspaceId} and s.day = ${day}`.execute(
    trx,
  )
  return rows[0]
}

/** Returns the points owed by country at the end of a day that is not stored. */
export async function computeCountryPoints(
  trx: Trx,
  workspaceId: string,
  end: Date,
): Promise<CountryPoints[]> {
  const { rows } = await sql<CountryPoints>`
    select u.country, sum(p.points)::bigint as points
    from (${selectPointsAt(workspaceId, end)}) p
    join users u on u.workspace_id = ${workspaceId} and u.id = p.user_id
    group by u.country`.execute(trx)
  return rows
}

/** Returns the points owed by country at the end of each stored day of a range. */
export async function listCountryPoints(
  trx: Trx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<(CountryPoints & { day: string })[]> {
  const { rows } = await sql<CountryPoints & { day: string }>`
    select day, country, (overdrawn + wallet_30 + wallet_90 + wallet_365 + wallet_older
      + held_30 + held_90 + held_365 + held_older)::bigint as points
    from liability_days
    where workspace_id = ${workspaceId} and day between ${from} and ${to}`.execute(trx)
  return rows
}

/** Returns the movements of the stored days of a range. */
export async function listStoredMovements(
  trx: Trx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select day, kind, country, points from liability_movements
    where workspace_id = ${workspaceId} and day between ${from} and ${to}`.execute(trx)
  return rows
}

/**
 * Returns the movements of a span by day of the time zone, from the ledger. The days are at least
 * `from` and at most `to`, also when the span has hours of other days after a new time zone.
 */
export async function computeMovements(
  trx: Trx,
  workspaceId: string,
  { from, to, ...span }: TimeSpan & { from: string; to: string },
  timezone: string,
): Promise<MovementRow[]> {
  const day = sql`greatest(${from}::date,
    least(${to}::date, (f.created_at at time zone ${timezone})::date))`
  const { rows } = await sql<MovementRow>`
    ${selectMovements(workspaceId, span, day)}`.execute(trx)
  return rows
}

export type GroupOfDay = { id: string; kind: string; name: string; parent_id: string | null }

/** Returns the groups with these ids, and the departments above them. */
export async function listGroupsOfDay(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<GroupOfDay[]> {
  const { rows } = await sql<GroupOfDay>`
    with recursive above as (
      select id, kind, name, parent_id from groups
      where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
      union
      select g.id, g.kind, g.name, g.parent_id from above
      join groups g on g.workspace_id = ${workspaceId} and g.id = above.parent_id)
    select id, kind, name, parent_id from above order by kind, lower(name), id`.execute(trx)
  return rows
}
