import { sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Condition } from './filter-queries.ts'
import { isKept } from './user-queries.ts'

export type ScimGroupRow = {
  id: string
  name: string
  kind: GroupKind
  external_id: string | null
  permission: Permission | null
  version: number
  created_at: Date
  changed_at: Date
}
export type ScimMemberRow = { group_id: string; user_id: string; name: string }

const providedGroups = (workspaceId: string) => sql`
  from scim_groups s
  join groups g on g.workspace_id = ${workspaceId} and g.id = s.group_id
  where s.workspace_id = ${workspaceId} and g.deleted_at is null`

export async function countScimGroups(
  trx: Trx,
  workspaceId: string,
  condition: Condition,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n ${providedGroups(workspaceId)} and ${condition}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Returns groups of the provider that match a condition, in the order of their ids. */
export async function listScimGroups(
  trx: Trx,
  workspaceId: string,
  condition: Condition,
  page: { offset: number; limit: number },
): Promise<ScimGroupRow[]> {
  const { rows } = await sql<ScimGroupRow>`
    select g.id, g.name, g.kind, s.external_id, s.permission, s.version, g.created_at, s.changed_at
    ${providedGroups(workspaceId)} and ${condition}
    order by g.id offset ${page.offset} limit ${page.limit}`.execute(trx)
  return rows
}

export async function findScimGroup(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<ScimGroupRow | undefined> {
  const page = { offset: 0, limit: 1 }
  return (await listScimGroups(trx, workspaceId, sql`g.id = ${id}`, page))[0]
}

/** Returns the current members of groups, in the order of their ids. */
export async function listScimMembers(
  trx: Trx,
  workspaceId: string,
  groupIds: string[],
): Promise<ScimMemberRow[]> {
  const { rows } = await sql<ScimMemberRow>`
    select m.group_id, m.user_id, trim(u.first_name || ' ' || u.last_name) as name
    from group_members m
    join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.group_id = any (${groupIds}::uuid[])
      and m.left_at is null and u.state <> 'deleted' and ${isKept(workspaceId)}
    order by m.group_id, m.user_id`.execute(trx)
  return rows
}

/** Returns which of these users exist. */
export async function listKnownUsers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
      and u.state <> 'deleted' and not u.demo and ${isKept(workspaceId)}`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

export async function insertScimGroup(
  trx: Trx,
  workspaceId: string,
  group: { id: string; externalId: string | null; at: Date },
): Promise<void> {
  await trx
    .insertInto('scim_groups')
    .values({
      workspace_id: workspaceId,
      group_id: group.id,
      external_id: group.externalId,
      changed_at: group.at,
    })
    .execute()
}

/** Counts a change of a group, and stores its id at the provider. */
export async function touchScimGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  { externalId, at }: { externalId: string | null; at: Date },
): Promise<void> {
  await sql`
    update scim_groups
    set version = version + 1, changed_at = ${at}, external_id = ${externalId}
    where workspace_id = ${workspaceId} and group_id = ${groupId}`.execute(trx)
}

/** Counts a change of each group of a user, and returns the ids of these groups. */
export async function touchGroupsOfUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    update scim_groups s set version = version + 1, changed_at = ${at}
    where s.workspace_id = ${workspaceId}
      and exists (select from group_members m where m.workspace_id = ${workspaceId}
        and m.group_id = s.group_id and m.user_id = ${userId} and m.left_at is null)
    returning s.group_id`.execute(trx)
  return rows.map((row) => row.group_id)
}

export async function deleteScimGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string,
): Promise<void> {
  await trx
    .deleteFrom('scim_groups')
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
}
