import type { Permissions } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the permissions of an accepted member, otherwise undefined. */
export async function findPermissions(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<Permissions | undefined> {
  return trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.state', '=', 'accepted')
    .select([
      'global_administrator',
      'account_administrator',
      'rewards_administrator',
      'billing_administrator',
    ])
    .executeTakeFirst()
}
