import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the membership of an account in a team, in any state. */
export async function findMembership(
  trx: Trx,
  workspaceId: string,
  accountId: string,
): Promise<{ id: string; state: UserState } | undefined> {
  return trx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .select(['id', 'state'])
    .executeTakeFirst()
}
