import { type RawBuilder, sql } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { GroupName } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'

type Condition = RawBuilder<boolean>

/** Condition for people `u` who are in one of the groups, or in a department below one. */
const isInGroups = (workspaceId: string, groupIds: string[]): Condition => sql`exists (
  select from group_members m
  where m.workspace_id = ${workspaceId} and m.user_id = u.id and m.left_at is null
    and m.group_id = any (array(${groupsBelow(workspaceId, groupIds)} select id from below)))`

/** Condition for people `u` with direct reports, and for owners of a group. */
const isManager = (workspaceId: string): Condition => sql`(
  exists (select from users d where d.workspace_id = ${workspaceId} and d.manager_id = u.id
    and d.state in ('pending', 'accepted'))
  or exists (select from group_owners o
    join groups g on g.workspace_id = ${workspaceId} and g.id = o.group_id
    where o.workspace_id = ${workspaceId} and o.user_id = u.id and g.deleted_at is null))`

/**
 * Returns the SQL condition for people `u` (table users) of an audience. `today`: the day of the
 * workspace, 'YYYY-MM-DD'. Everything that selects people by an audience uses it.
 */
export function audienceCondition(
  workspaceId: string,
  audience: AudienceInput,
  today: string,
): Condition {
  const conditions: Condition[] = []
  const { group_ids: groupIds, excluded_group_ids: excludedIds, countries } = audience
  const { tenure_months_from: from, tenure_months_to: to, user_ids: userIds } = audience
  if (groupIds.length) conditions.push(isInGroups(workspaceId, groupIds))
  if (excludedIds.length) conditions.push(sql`not ${isInGroups(workspaceId, excludedIds)}`)
  if (audience.managers_only) conditions.push(isManager(workspaceId))
  if (countries.length) conditions.push(sql`u.country = any (${countries}::text[])`)
  // People without a first day at work have no tenure.
  if (from !== null)
    conditions.push(sql`u.hire_date <= ${today}::date - make_interval(months => ${from}::int)`)
  if (to !== null)
    conditions.push(sql`u.hire_date > ${today}::date - make_interval(months => ${to}::int)`)
  const isNamed: Condition = sql`u.id = any (${userIds}::uuid[])`
  if (!conditions.length) return userIds.length ? isNamed : sql<boolean>`true`
  const meetsAll = sql.join(conditions, sql` and `)
  return userIds.length ? sql`(${isNamed} or (${meetsAll}))` : sql`(${meetsAll})`
}

const isMember = (workspaceId: string, audience: AudienceInput, today: string): Condition =>
  sql`u.workspace_id = ${workspaceId} and u.state in ('pending', 'accepted')
    and ${audienceCondition(workspaceId, audience, today)}`

/** Returns the number of accepted and pending people of an audience. */
export async function countAudience(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  today: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u where ${isMember(workspaceId, audience, today)}`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}

/** Returns whether an audience includes a person, whatever their state is. */
export async function isInAudience(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { audience, today }: { audience: AudienceInput; today: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and ${audienceCondition(workspaceId, audience, today)}`.execute(trx)
  return rows.length > 0
}

/** Returns the ids of those of these audiences that include a person, with one query. */
export async function listAudiencesOf(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { audiences, today }: { audiences: { id: string; audience: AudienceInput }[]; today: string },
): Promise<Set<string>> {
  if (!audiences.length) return new Set()
  const candidates = audiences.map(
    ({ id, audience }) => sql`
      select ${id}::uuid as id from users u where u.workspace_id = ${workspaceId}
        and u.id = ${userId} and ${audienceCondition(workspaceId, audience, today)}`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(candidates, sql` union all `)}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the number of people of an audience, and the first of them by name, with one pass. */
export async function listAudience(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  { today, limit }: { today: string; limit: number },
): Promise<{ count: number; ids: string[] }> {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (
      select u.id, u.first_name, u.last_name from users u
      where ${isMember(workspaceId, audience, today)})
    select (select count(*)::int from found) as count, array(
      select id from found order by lower(first_name || ' ' || last_name), id limit ${limit}
    ) as ids`.execute(trx)
  return rows[0] ?? { count: 0, ids: [] }
}

/**
 * Returns the name of an allowance rule, an open budget, a kind of celebration, a custom day, an open
 * award, an unpaid bonus, an open nomination round, a reward or a channel of a chat whose audience
 * names a group. Without the group, the audience could include everyone.
 */
export async function findAudienceWithGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select a.name from (
      select name, audience from allowance_rules where workspace_id = ${workspaceId}
      union all
      select name, givers from budgets where workspace_id = ${workspaceId} and closed_at is null
      union all
      select name, recipients from budgets where workspace_id = ${workspaceId} and closed_at is null
      union all
      select kind, audience from celebration_rules where workspace_id = ${workspaceId}
      union all
      select name, givers from awards where workspace_id = ${workspaceId} and archived_at is null
      union all
      select name, receivers from awards where workspace_id = ${workspaceId} and archived_at is null
      union all
      select name, audience from bonuses where workspace_id = ${workspaceId} and status = 'draft'
      union all
      select r.name, a.audience from nomination_rounds r
      cross join lateral (values (r.nominators), (r.nominees)) a (audience)
      where r.workspace_id = ${workspaceId} and r.announced_at is null and r.canceled_at is null
      union all
      select name, audience from custom_days where workspace_id = ${workspaceId}
      union all
      select title, audience from rewards where workspace_id = ${workspaceId} and deleted_at is null
      union all
      select channel_name, filters -> 'audience' from hooks where workspace_id = ${workspaceId}
    ) a
    where a.audience -> 'group_ids' ? ${groupId} or a.audience -> 'excluded_group_ids' ? ${groupId}
    order by lower(a.name)
    limit 1`.execute(trx)
  return rows[0]?.name
}

/** Returns which of these groups exist and are not deleted. */
export async function listGroupNames(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<GroupName[]> {
  return trx
    .selectFrom('groups')
    .select(['id', 'kind', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
}
