import { sql, type Updateable } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Number of accepted members, without demo users, that hold each permission. */
export type PermissionHolderCounts = Record<Permission, number>

/** Returns the number of holders of each permission. */
export async function countHolders(trx: Trx, workspaceId: string): Promise<PermissionHolderCounts> {
  const { rows } = await sql<PermissionHolderCounts>`
    select count(*) filter (where p.global_administrator)::int as global_administrator,
      count(*) filter (where p.account_administrator)::int as account_administrator,
      count(*) filter (where p.rewards_administrator)::int as rewards_administrator,
      count(*) filter (where p.billing_administrator)::int as billing_administrator
    from permissions p
    join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
    where p.workspace_id = ${workspaceId}
      and (p.global_administrator or p.account_administrator
        or p.rewards_administrator or p.billing_administrator)
      and u.state = 'accepted' and not u.demo`.execute(trx)
  return (
    rows[0] ?? {
      global_administrator: 0,
      account_administrator: 0,
      rewards_administrator: 0,
      billing_administrator: 0,
    }
  )
}

/** Sets columns of a user's permissions. */
export async function updatePermissionColumns(
  trx: Trx,
  workspaceId: string,
  userId: string,
  columns: Updateable<Tables['permissions']>,
): Promise<void> {
  await trx
    .updateTable('permissions')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the administrators who get mails about the connections of the team. */
export async function listConnectionAdmins(trx: Trx, workspaceId: string) {
  const { rows } = await sql<{
    user_id: string
    to: string
    language: 'en' | 'es' | 'pt' | 'ru' | 'ua'
  }>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and (p.global_administrator or p.account_administrator)
      and u.state = 'accepted' and u.email <> ''`.execute(trx)
  return rows
}
