import { sql } from 'kysely'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

/** A group that is not deleted. */
export type GroupRow = {
  id: string
  kind: GroupKind
  name: string
  parent_id: string | null
  managed_by: 'manual' | 'rule' | 'scim' | 'sync'
  created_at: Date
}

/** Returns a group; none if it is unknown or deleted. */
export async function findGroup(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<GroupRow | undefined> {
  const row = await trx
    .selectFrom('groups')
    .select(['id', 'kind', 'name', 'parent_id', 'managed_by', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row as GroupRow | undefined
}

/**
 * Returns the query `below`: groups and the departments below them, each with the group that it is
 * below, or itself.
 */
export const groupsBelow = (workspaceId: string, ids: string[]) => sql`
  with recursive below as (
    select id as root_id, id, 1 as level from groups
    where workspace_id = ${workspaceId} and id = any (${ids}::uuid[]) and deleted_at is null
    union all
    select below.root_id, g.id, below.level + 1 from below
    join groups g on g.workspace_id = ${workspaceId} and g.parent_id = below.id
    where g.deleted_at is null
  )`

type GroupOfUser = { user_id: string; id: string; kind: GroupKind; name: string }

/** Returns the current groups of people: department, location, then the others by name. */
export async function listGroupsOfUsers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<GroupOfUser[]> {
  const { rows } = await sql<GroupOfUser>`
    select m.user_id, g.id, g.kind, g.name
    from group_members m
    join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
    where m.workspace_id = ${workspaceId} and m.user_id = any (${userIds}::uuid[])
      and m.left_at is null
    order by case g.kind when 'department' then 0 when 'location' then 1 else 2 end,
      lower(g.name), g.id`.execute(trx)
  return rows
}

/** Returns the first accepted members of groups and of the departments below them, by name. */
export async function listAcceptedMembers(
  trx: Trx,
  workspaceId: string,
  groupIds: string[],
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${workspaceId} and u.state = 'accepted'
      and exists (select from group_members m
        where m.workspace_id = ${workspaceId} and m.user_id = u.id and m.left_at is null
          and m.group_id = any (array(${groupsBelow(workspaceId, groupIds)} select id from below)))
    order by lower(u.first_name || ' ' || u.last_name), u.id limit ${max}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns which of these people are in the group itself. */
export async function listCurrentMembers(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from group_members
    where workspace_id = ${workspaceId} and group_id = ${groupId} and left_at is null
      and user_id = any (${userIds}::uuid[])`.execute(trx)
  return new Set(rows.map((row) => row.user_id))
}

/** Returns the people who are in at least `max` groups. */
export async function listUsersWithGroups(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from group_members
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[]) and left_at is null
    group by user_id having count(*) >= ${max}`.execute(trx)
  return rows.map((row) => row.user_id)
}

/** Adds people to groups of a kind. */
export async function insertMembers(
  trx: Trx,
  workspaceId: string,
  kind: GroupKind,
  members: { user_id: string; group_id: string }[],
  at: Date,
): Promise<void> {
  await insertRows(
    trx,
    'group_members',
    members.map((member) => ({
      workspace_id: workspaceId,
      ...member,
      kind,
      joined_at: at,
      left_at: null,
    })),
  )
}

/**
 * Ends memberships: of people in a group, in all groups of a kind, or in all groups. One that began
 * at the same time is deleted.
 */
export async function endMemberships(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  { groupId, kind, at }: { groupId?: string; kind?: GroupKind; at: Date },
): Promise<void> {
  const ended = sql<boolean>`workspace_id = ${workspaceId} and left_at is null
    and user_id = any (${userIds}::uuid[])
    ${groupId === undefined ? sql`` : sql`and group_id = ${groupId}`}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`
  await sql`delete from group_members where ${ended} and joined_at >= ${at}`.execute(trx)
  await sql`update group_members set left_at = ${at} where ${ended}`.execute(trx)
}

/** Ends all memberships of a group that is deleted. */
export async function endMembershipsOfGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('group_members')
    .set({ left_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .where('left_at', 'is', null)
    .execute()
}
