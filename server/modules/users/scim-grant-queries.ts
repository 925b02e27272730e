import { sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'

/** A permission that a person gets or loses. `held`: whether they have it now. */
export type GrantChange = {
  user_id: string
  permission: Permission
  grants: boolean
  held: boolean
}

const heldPermission = sql`case wanted.permission
  when 'global_administrator' then p.global_administrator
  when 'account_administrator' then p.account_administrator
  when 'rewards_administrator' then p.rewards_administrator
  else p.billing_administrator end`

/**
 * Returns the permissions that people should get from groups of the provider and do not have, and
 * those that they got from one and should lose.
 */
export async function listGrantChanges(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'all',
): Promise<GrantChange[]> {
  const isOne = (column: string) =>
    userIds === 'all' ? sql`` : sql`and ${sql.ref(column)} = any (${userIds}::uuid[])`
  const { rows } = await sql<GrantChange>`
    with due as (
      select distinct m.user_id, s.permission
      from scim_groups s
      join groups g on g.workspace_id = ${workspaceId} and g.id = s.group_id
        and g.deleted_at is null
      join group_members m on m.workspace_id = ${workspaceId} and m.group_id = s.group_id
        and m.left_at is null
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
        and u.state in ('pending', 'accepted') and not u.demo
      where s.workspace_id = ${workspaceId} and s.permission is not null
        and (s.permission <> 'account_administrator' or exists (select from scim_settings o
          where o.workspace_id = ${workspaceId} and o.grants_account_administrator))
        ${isOne('m.user_id')}
    ), wanted as (
      select user_id, permission, true as grants from due
      union all
      select user_id, permission, false from scim_grants s
      where s.workspace_id = ${workspaceId} ${isOne('s.user_id')}
        and (s.user_id, s.permission) not in (select user_id, permission from due)
    )
    select wanted.user_id, wanted.permission, wanted.grants, ${heldPermission} as held
    from wanted
    join permissions p on p.workspace_id = ${workspaceId} and p.user_id = wanted.user_id
    where not wanted.grants or not ${heldPermission}
    order by wanted.user_id`.execute(trx)
  return rows
}

/** Grants or revokes a permission of people. */
export async function updatePermission(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  permission: Permission,
  grants: boolean,
): Promise<void> {
  await sql`
    update permissions set ${sql.ref(permission)} = ${grants}
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])`.execute(trx)
}

/** Records that people have a permission through a group of the provider. */
export async function insertGrants(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  permission: Permission,
): Promise<void> {
  await insertRows(
    trx,
    'scim_grants',
    userIds.map((userId) => ({ workspace_id: workspaceId, user_id: userId, permission })),
    { skipsExisting: true },
  )
}

export async function deleteGrants(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  permission: Permission,
): Promise<void> {
  await sql`
    delete from scim_grants
    where workspace_id = ${workspaceId} and permission = ${permission}
      and user_id = any (${userIds}::uuid[])`.execute(trx)
}
