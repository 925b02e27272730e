import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { isSingleKind } from '#server/modules/memberships/join-group.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'
import { endOfDay, groupSpans, type ReportGroup } from './group-row-queries.ts'
import type { Place } from './protected-places.ts'
import type { DayRange } from './report-period.ts'

/**
 * The moment of a comparison of groups: now, with accepted people only, or a past day, with
 * everyone who belonged to a group on it.
 */
export type Moment = { day: string; isNow: boolean }

type Zone = Pick<ReportGroup, 'timezone'>

/** The condition that a membership `m` lasts at a moment. The day of leaving counts no more. */
const isCurrent = ({ day, isNow }: Moment, zone: Zone) =>
  isNow
    ? sql`m.left_at is null`
    : sql`m.joined_at < ${endOfDay(day, zone)}
        and (m.left_at is null or m.left_at >= ${endOfDay(day, zone)})`
/** The condition that a person `u` counts in groups. Figures begin on the day of accepting. */
const hasAccepted = ({ day, isNow }: Moment, zone: Zone) =>
  isNow ? sql`u.state = 'accepted'` : sql`u.first_accepted_at < ${endOfDay(day, zone)}`
/** The condition that a person `u` with a membership `m` belongs to a group at a moment. */
const isCounted = (moment: Moment, zone: Zone) =>
  sql`${isCurrent(moment, zone)} and ${hasAccepted(moment, zone)}`
/** The condition that a person `u` belongs to the whole team at a moment. */
const isInTeam = ({ day, isNow }: Moment, zone: Zone) =>
  isNow
    ? sql`u.state = 'accepted'`
    : sql`u.first_accepted_at < ${endOfDay(day, zone)}
        and (u.deleted_at is null or u.deleted_at >= ${endOfDay(day, zone)})`

/** Returns the ids of a group and of the departments below it; none if it is unknown. */
export async function listGroupIdsBelow(
  trx: Trx,
  workspaceId: string,
  groupId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${groupsBelow(workspaceId, [groupId])} select id from below`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns whether a range has days on which the group had enough people for figures. */
export async function hasFigures(
  trx: Trx,
  workspaceId: string,
  group: ReportGroup,
  days: DayRange,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with ${groupSpans(workspaceId, group, days)}
    select exists (select from spans) as found`.execute(trx)
  return rows[0]?.found ?? false
}

/**
 * Returns the number of people of a group at a moment, and whether another group or the whole team
 * has all of them and a few more. Departments and locations are compared with those of their kind
 * and with the whole team by `findProtectedPlaces`. All these groups contain the group's first person.
 */
export async function compareWithLarger(
  trx: Trx,
  workspaceId: string,
  { kind, ...group }: ReportGroup & { kind: GroupKind },
  moment: Moment,
): Promise<{ people: number; has_near: boolean }> {
  const counted = isCounted(moment, group)
  const few = sql`between 1 and ${sql.lit(limits.group_figures_min - 1)}`
  const { rows } = await sql<{ people: number; has_near: boolean }>`
    with recursive own as materialized (
      select m.user_id from group_members m
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.group_id = any (${group.ids}::uuid[])
        and ${counted}),
    containing (id) as (
      select m.group_id from group_members m
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
      where m.workspace_id = ${workspaceId}
        and m.user_id = (select user_id from own order by user_id limit 1) and ${counted}
      union
      select g.parent_id from containing c
      join groups g on g.workspace_id = ${workspaceId} and g.id = c.id
      where g.parent_id is not null),
    below (root_id, id) as (
      select g.id, g.id from containing c
      join groups g on g.workspace_id = ${workspaceId} and g.id = c.id and g.deleted_at is null
      ${isSingleKind(kind) ? sql`where g.kind <> ${kind}` : sql``}
      union all
      select b.root_id, g.id from below b
      join groups g on g.workspace_id = ${workspaceId} and g.parent_id = b.id
        and g.deleted_at is null),
    sizes as (
      select count(*) as people,
        count(*) filter (where m.user_id in (select user_id from own)) as own_people
      from below b
      join group_members m on m.workspace_id = ${workspaceId} and m.group_id = b.id
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
      where ${counted}
      group by b.root_id),
    own_size as materialized (select count(*)::int as people from own),
    rest as (
      select (select count(*)::int from users u
        where u.workspace_id = ${workspaceId} and ${isInTeam(moment, group)}) - people as people
      from own_size)
    select o.people,
      (${isSingleKind(kind) ? sql`false` : sql`(select people from rest) ${few}`} or exists (
        select from sizes s where s.own_people = o.people and s.people - o.people ${few}
      )) as has_near
    from own_size o`.execute(trx)
  return rows[0] ?? { people: 0, has_near: false }
}

/** The departments or locations at a moment, and the number of people of the whole team. */
export type PlacesAtMoment = { places: Place[]; everyone: number }

/** Returns the counts of rows that meet a condition at each moment. */
const countAt = (moments: Moment[], condition: (moment: Moment) => RawBuilder<unknown>) =>
  sql`array[${sql.join(
    moments.map((moment) => sql`count(*) filter (where ${condition(moment)})`),
  )}]`

/**
 * Returns all departments or locations with the people in each itself at each of these moments, and
 * the number of people of the whole team. All memberships and wallets are counted, without those of
 * the few people who are not accepted at each moment: joining everyone takes three times as long.
 */
export async function listPlaces(
  trx: Trx,
  workspaceId: string,
  { kind, timezone }: { kind: 'department' | 'location'; timezone: string },
  moments: Moment[],
): Promise<PlacesAtMoment[]> {
  const zone = { timezone }
  const acceptedAlways = sql.join(
    moments.map((moment) => hasAccepted(moment, zone)),
    sql` and `,
  )
  type Row = {
    places: (Omit<Place, 'people'> & { all: number[] | null; absent: number[] | null })[]
    everyone: number
    absent: number[]
  }
  const { rows } = await sql<Row>`
    with absent as materialized (
      select u.id, u.state, u.first_accepted_at, u.deleted_at from users u
      where u.workspace_id = ${workspaceId}
        and (u.state = 'accepted' and u.deleted_at is null and ${acceptedAlways}) is not true),
    sizes as (
      select m.group_id, ${countAt(moments, (moment) => isCurrent(moment, zone))} as people
      from group_members m
      where m.workspace_id = ${workspaceId} and m.kind = ${kind}
      group by m.group_id),
    absent_sizes as (
      select m.group_id, ${countAt(
        moments,
        (moment) => sql`${isCurrent(moment, zone)} and (${hasAccepted(moment, zone)}) is not true`,
      )} as people
      from absent u
      join group_members m on m.workspace_id = ${workspaceId} and m.user_id = u.id
        and m.kind = ${kind}
      group by m.group_id)
    select (
      select coalesce(json_agg(json_build_object(
        'id', g.id, 'parent_id', g.parent_id, 'all', s.people, 'absent', a.people)), '[]')
      from groups g
      left join sizes s on s.group_id = g.id
      left join absent_sizes a on a.group_id = g.id
      where g.workspace_id = ${workspaceId} and g.kind = ${kind} and g.deleted_at is null
    ) as places, (
      -- Each user has a wallet.
      select count(*)::int from wallets where workspace_id = ${workspaceId}
    ) as everyone, (
      select to_json(${countAt(
        moments,
        (moment) => sql`(${isInTeam(moment, zone)}) is not true`,
      )}) from absent u
    ) as absent`.execute(trx)
  const [found] = rows
  return moments.map((_, index) => ({
    places: (found?.places ?? []).map(({ all, absent, ...place }) => ({
      ...place,
      people: (all?.[index] ?? 0) - (absent?.[index] ?? 0),
    })),
    everyone: (found?.everyone ?? 0) - (found?.absent[index] ?? 0),
  }))
}
