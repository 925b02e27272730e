import { type Insertable, sql, type Updateable } from 'kysely'
import type { GroupRule } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import { likePart } from '#server/platform/database/like-pattern.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { type GroupRow, groupsBelow } from '#server/modules/memberships/queries.ts'

/** `path`: the names above the group, the highest first. `sort_path` ends with its own name. */
export type ListedGroupRow = GroupRow & {
  rule: GroupRule | null
  path: string[]
  kind_rank: number
  sort_path: string[]
}
/** The position of a group in the list. */
export type GroupPosition = { kindRank: number; sortPath: string[] }

const kindRank = sql`case kind when 'department' then 0 when 'location' then 1
  when 'team' then 2 else 3 end`

/** Returns the query of all groups with their paths. There are at most `limits.groups_max`. */
const groupTree = (workspaceId: string) => sql`
  with recursive tree as (
    select id, kind, name, parent_id, managed_by, rule, created_at, '{}'::text[] as path,
      array[lower(name)] as sort_path
    from groups
    where workspace_id = ${workspaceId} and deleted_at is null and parent_id is null
    union all
    select g.id, g.kind, g.name, g.parent_id, g.managed_by, g.rule, g.created_at,
      tree.path || tree.name, tree.sort_path || lower(g.name)
    from tree
    join groups g on g.workspace_id = ${workspaceId} and g.parent_id = tree.id
    where g.deleted_at is null
  )
  select id, kind, name, parent_id, managed_by, rule, created_at, path, sort_path,
    ${kindRank} as kind_rank
  from tree`

/** Returns groups by kind, then in the order of the tree, after a position. */
export async function listGroups(
  trx: Trx,
  workspaceId: string,
  filter: { kind?: GroupKind | undefined; search?: string | undefined },
  page: { after?: GroupPosition | undefined; limit: number },
): Promise<ListedGroupRow[]> {
  const { kind, search } = filter
  const { after } = page
  const { rows } = await sql<ListedGroupRow>`
    ${groupTree(workspaceId)}
    where lower(name) like ${likePart((search ?? '').trim())}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${
        after
          ? sql`and (${kindRank}, sort_path) > (${after.kindRank}, ${after.sortPath}::text[])`
          : sql``
      }
    order by kind_rank, sort_path
    limit ${page.limit}`.execute(trx)
  return rows
}

/** Returns a group with its path; none if it is unknown or deleted. */
export async function findListedGroup(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<ListedGroupRow | undefined> {
  const { rows } = await sql<ListedGroupRow>`
    with recursive above as (
      select id, name, parent_id, 0 as level from groups
      where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null
      union all
      select g.id, g.name, g.parent_id, above.level + 1 from above
      join groups g on g.workspace_id = ${workspaceId} and g.id = above.parent_id
    )
    select id, kind, name, parent_id, managed_by, rule, created_at, ${kindRank} as kind_rank,
      array(select name from above where level > 0 order by level desc) as path,
      array(select lower(name) from above order by level desc) as sort_path
    from groups
    where workspace_id = ${workspaceId} and id = (select id from above where level = 0)`.execute(
    trx,
  )
  return rows[0]
}

/** Returns the number of levels of a department and those below it. */
export async function countGroupLevels(trx: Trx, workspaceId: string, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    ${groupsBelow(workspaceId, [id])}
    select coalesce(max(level), 0) as levels from below`.execute(trx)
  return rows[0]?.levels ?? 0
}

/** Returns the ids of a group and of the departments above it, the nearest first. */
export async function listGroupIdsAbove(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, 1 as level from groups
      where workspace_id = ${workspaceId} and id = ${id}
      union all
      select g.id, g.parent_id, above.level + 1 from above
      join groups g on g.workspace_id = ${workspaceId} and g.id = above.parent_id
    )
    select id from above order by level`.execute(trx)
  return rows.map((row) => row.id)
}

/** Returns the owners of groups. */
export async function listGroupOwners(
  trx: Trx,
  workspaceId: string,
  groupIds: string[],
): Promise<{ group_id: string; user_id: string }[]> {
  const { rows } = await sql<{ group_id: string; user_id: string }>`
    select o.group_id, o.user_id from group_owners o
    join users u on u.workspace_id = o.workspace_id and u.id = o.user_id
    where o.workspace_id = ${workspaceId} and o.group_id = any (${groupIds}::uuid[])
      and u.state in ('pending', 'accepted')
    order by lower(u.first_name || ' ' || u.last_name), u.id`.execute(trx)
  return rows
}

/** Replaces the owners of a group. */
export async function replaceGroupOwners(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  userIds: string[],
): Promise<void> {
  await trx
    .deleteFrom('group_owners')
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
  await insertRows(
    trx,
    'group_owners',
    userIds.map((userId) => ({ workspace_id: workspaceId, group_id: groupId, user_id: userId })),
  )
}

/** Returns the id of the group of a kind with this name, in any case. */
export async function findGroupByName(
  trx: Trx,
  workspaceId: string,
  kind: GroupKind,
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from groups
    where workspace_id = ${workspaceId} and kind = ${kind} and lower(name) = lower(${name})
      and deleted_at is null`.execute(trx)
  return rows[0]?.id
}

/** Returns whether another group of the kind has this name, in any case. */
export async function isGroupNameTaken(
  trx: Trx,
  workspaceId: string,
  { id, kind, name }: { id: string | null; kind: GroupKind; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from groups
    where workspace_id = ${workspaceId} and kind = ${kind} and lower(name) = lower(${name})
      and deleted_at is null and id is distinct from ${id}::uuid
    limit 1`.execute(trx)
  return rows.length > 0
}

/** Returns the number of groups that are not deleted. */
export async function countGroups(trx: Trx, workspaceId: string): Promise<number> {
  const row = await trx
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function insertGroup(trx: Trx, group: Insertable<Tables['groups']>): Promise<void> {
  await trx.insertInto('groups').values(group).execute()
}

/** Sets columns of a group. */
export async function updateGroupColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['groups']>,
): Promise<void> {
  await trx
    .updateTable('groups')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Moves the departments below a department to another one, or to the top. */
export async function moveGroupsBelow(
  trx: Trx,
  workspaceId: string,
  parentId: string,
  newParentId: string | null,
): Promise<void> {
  await trx
    .updateTable('groups')
    .set({ parent_id: newParentId })
    .where('workspace_id', '=', workspaceId)
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .execute()
}
