import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type Permission, permissions } from '#contract/permissions.ts'
import {
  isTextSort,
  type UserSort,
  type UserSortOrder,
  type UserState,
} from '#contract/schemas/users.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'
import { rankOfState } from '#server/modules/people/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { likePart } from '#server/platform/database/like-pattern.ts'

const sortName = sql<string>`lower(users.first_name || ' ' || users.last_name)`

/** Maximum number of words of a search that are used. */
const searchWordsMax = 6

const stateRank = rankOfState('users.state')
const rankByState: Record<UserState, number> = {
  pending: 0,
  accepted: 1,
  deactivated: 2,
  deleted: 3,
}

/** Returns the SQL conditions of a state, or of every state but deleted. */
const stateConditions = (state: UserState | undefined) => [
  // The rank determines the state, so a filter by state is one range of the index.
  sql<boolean>`${stateRank} ${state ? sql`= ${rankByState[state]}` : sql`< 3`}`,
  sql<boolean>`users.state <> 'deleted'`,
]

/** Returns the SQL conditions of a search: every word in name or address. */
const searchConditions = (search: string | undefined) =>
  (search ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, searchWordsMax)
    .filter(Boolean)
    .map(
      (word) =>
        sql<boolean>`(${sortName} like ${likePart(word)} or users.email like ${likePart(word)})`,
    )

/** Conditions that the export and the search for people share with the team list. */
export const listConditions = {
  searchConditions,
  searchWordsMax,
  sortName,
  stateConditions,
  stateRank,
}

export type TeamFilter = {
  state?: UserState | undefined
  search?: string | undefined
  permission?: Permission | 'any' | undefined
  /** Open invitations that were sent before this time. */
  invitedBefore?: Date | undefined
  /** People who have never accepted an invitation. */
  isNeverActive?: boolean | undefined
  /** People of this group and of the departments below it. */
  groupId?: string | undefined
}
export type TeamOrder = {
  sort: UserSort
  order: UserSortOrder
  /** First day of `given`, in the team's time zone. */
  givenSince: string
}
/** The position of a row: key of the sort, name, id. */
type Position = { sort_key: string | number; sort_name: string; id: string }

const permissionCondition = (workspaceId: string, permission: Permission | 'any') => {
  const held = permission === 'any' ? permissions : [permission]
  return sql<boolean>`exists (select from permissions p
    where p.workspace_id = ${workspaceId} and p.user_id = users.id
      and (${sql.join(
        held.map((name) => sql.ref(`p.${name}`)),
        sql` or `,
      )}))`
}

const groupCondition = (workspaceId: string, groupId: string) => sql<boolean>`users.id in (
    ${groupsBelow(workspaceId, [groupId])}
    select m.user_id from below
    join group_members m on m.workspace_id = ${workspaceId} and m.group_id = below.id
      and m.left_at is null)`

/** Returns the SQL condition of a filter. */
function teamCondition(workspaceId: string, filter: TeamFilter): RawBuilder<boolean> {
  const parts = [...stateConditions(filter.state), ...searchConditions(filter.search)]
  if (filter.permission) parts.push(permissionCondition(workspaceId, filter.permission))
  if (filter.invitedBefore)
    parts.push(
      sql<boolean>`(users.state = 'pending' and users.invited_at < ${filter.invitedBefore})`,
    )
  if (filter.groupId) parts.push(groupCondition(workspaceId, filter.groupId))
  if (filter.isNeverActive) parts.push(sql<boolean>`users.first_accepted_at is null`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

const seconds = (time: RawBuilder<unknown>) => sql`extract(epoch from ${time})::float8`

/** Points that each member gave since a day. */
const givenPoints = (workspaceId: string, since: string) =>
  sql`select user_id, sum(given_points)::float8 as points from daily_recognition
    where workspace_id = ${workspaceId} and day >= ${since}::date group by user_id`
/** Time at which each member was last seen in a session. Access tokens and operators do not count. */
const lastSeen = (workspaceId: string) =>
  sql`select user_id, max(seen_at) as at from sessions
    where workspace_id = ${workspaceId} and kind = 'session' group by user_id`

/** Returns a text as a sort key, after which people without the text are last in both orders. */
const textKey = (text: RawBuilder<unknown>, { order }: TeamOrder) => {
  const [filled, empty] = order === 'asc' ? ['0', '1'] : ['1', '0']
  return sql`(case when coalesce(${text}, '') = '' then ${sql.lit(empty)}
    else ${sql.lit(filled)} || lower(${text}) end)`
}
/** The current group of each member, of a kind that a person has once. */
const groupJoin = (workspaceId: string, kind: 'department' | 'location') => sql`
  left join group_members placed on placed.workspace_id = users.workspace_id
    and placed.user_id = users.id and placed.kind = ${kind} and placed.left_at is null
  left join groups place on place.workspace_id = ${workspaceId} and place.id = placed.group_id`

/** Returns the SQL of a sort key, and the join that it needs. No key is null. */
function sortKey(workspaceId: string, teamOrder: TeamOrder) {
  const { sort, givenSince } = teamOrder
  const none = sql``
  switch (sort) {
    case 'state':
      return { key: stateRank, join: none }
    case 'name':
      return { key: sortName, join: none }
    case 'email':
      return { key: textKey(sql`users.email`, teamOrder), join: none }
    case 'title':
      return { key: textKey(sql`users.job_title`, teamOrder), join: none }
    case 'department':
    case 'location':
      return { key: textKey(sql`place.name`, teamOrder), join: groupJoin(workspaceId, sort) }
    case 'manager':
      return {
        key: textKey(sql`trim(manager.first_name || ' ' || manager.last_name)`, teamOrder),
        join: sql`left join users manager on manager.workspace_id = users.workspace_id
          and manager.id = users.manager_id`,
      }
    case 'balance':
      return {
        key: sql`wallets.balance::float8`,
        join: sql`join wallets on wallets.workspace_id = users.workspace_id
          and wallets.user_id = users.id`,
      }
    case 'given':
      return {
        key: sql`coalesce(given.points, 0)`,
        join: sql`left join (${givenPoints(workspaceId, givenSince)}) given
          on given.user_id = users.id`,
      }
    case 'last_active':
      // Never active sorts before a time that is no longer stored.
      return {
        key: sql`coalesce(${seconds(sql`seen.at`)},
          case when users.first_accepted_at is null then -1 else 0 end)`,
        join: sql`left join (${lastSeen(workspaceId)}) seen on seen.user_id = users.id`,
      }
    case 'invited':
      return { key: sql`coalesce(${seconds(sql`users.invited_at`)}, -1)`, join: none }
    case 'joined':
      return { key: sql`coalesce(${seconds(sql`users.first_accepted_at`)}, -1)`, join: none }
  }
}

const keyType = (sort: UserSort) => {
  if (isTextSort(sort)) return sql`text`
  return sort === 'state' ? sql`int` : sql`float8`
}
/** Returns the SQL condition of rows after a position. Equal keys are in the order of names. */
function afterCondition(key: RawBuilder<unknown>, { sort, order }: TeamOrder, after: unknown[]) {
  const [last, name, id] = after
  const value = isTextSort(sort) ? String(last) : Number(last)
  const at = sql`${value}::${keyType(sort)}`
  const position = sql`${String(name)}, ${String(id)}::uuid`
  // One row comparison is a range of the index.
  return order === 'asc'
    ? sql`(${key}, ${sortName}, users.id) > (${at}, ${position})`
    : sql`(${key} < ${at} or (${key} = ${at} and (${sortName}, users.id) > (${position})))`
}

/** Returns the positions of the members of a filter, in a chosen order after a position. */
export async function listUserPositions(
  trx: Trx,
  workspaceId: string,
  filter: TeamFilter,
  order: TeamOrder & { after?: unknown[] | undefined; limit: number },
): Promise<Position[]> {
  const { key, join } = sortKey(workspaceId, order)
  const { rows } = await sql<Position>`
    select users.id, ${key} as sort_key, ${sortName} as sort_name
    from users ${join}
    where users.workspace_id = ${workspaceId} and ${teamCondition(workspaceId, filter)}
      ${order.after ? sql`and ${afterCondition(key, order, order.after)}` : sql``}
    order by ${key} ${sql.raw(order.order === 'asc' ? 'asc' : 'desc')}, ${sortName}, users.id
    limit ${order.limit}`.execute(trx)
  return rows
}

/** Returns the ids of the first members of a filter, in a chosen order. */
export async function listUserIds(
  trx: Trx,
  workspaceId: string,
  filter: TeamFilter,
  order: TeamOrder,
): Promise<string[]> {
  const rows = await listUserPositions(trx, workspaceId, filter, {
    ...order,
    limit: limits.user_selection_max,
  })
  return rows.map((row) => row.id)
}

export type Activity = {
  id: string
  given: number
  last_seen_at: Date | null
  first_accepted_at: Date | null
}
/** Returns points given since a day, and the time last seen, of members by id. */
export async function listActivity(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  givenSince: string,
): Promise<Map<string, Activity>> {
  // Two queries, because Citus cannot join the local table sessions laterally.
  const [{ rows }, seen] = await Promise.all([
    sql<Omit<Activity, 'last_seen_at'>>`
      select users.id, users.first_accepted_at, coalesce(given.points, 0)::int as given
      from users
      left join lateral (select sum(given_points) as points from daily_recognition
        where workspace_id = ${workspaceId} and user_id = users.id
          and day >= ${givenSince}::date) given on true
      where users.workspace_id = ${workspaceId} and users.id = any (${ids}::uuid[])`.execute(trx),
    sql<{ user_id: string; at: Date }>`
      select user_id, max(seen_at) as at from sessions
      where workspace_id = ${workspaceId} and user_id = any (${ids}::uuid[]) and kind = 'session'
      group by user_id`.execute(trx),
  ])
  const seenAt = new Map(seen.rows.map((row) => [row.user_id, row.at]))
  return new Map(rows.map((row) => [row.id, { ...row, last_seen_at: seenAt.get(row.id) ?? null }]))
}

/** Returns the number of members by state that match the rest of a filter. */
export async function countUsersByState(
  trx: Trx,
  workspaceId: string,
  filter: TeamFilter,
): Promise<{ pending: number; accepted: number; deactivated: number }> {
  const { rows } = await sql<{ state: UserState; n: number }>`
    select users.state, count(*)::int as n from users
    where users.workspace_id = ${workspaceId} and ${teamCondition(workspaceId, { ...filter, state: undefined })}
    group by users.state`.execute(trx)
  const countOf = (state: UserState) => rows.find((row) => row.state === state)?.n ?? 0
  return {
    pending: countOf('pending'),
    accepted: countOf('accepted'),
    deactivated: countOf('deactivated'),
  }
}
