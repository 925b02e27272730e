import type { Selectable } from 'kysely'
import { normalizeAddress } from '#contract/email-address.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns an accepted member with an account, by address or id. */
export async function findImpersonationTarget(
  trx: Trx,
  workspaceId: string,
  by: { email: string } | { id: string },
): Promise<{ id: string; account_id: string | null } | undefined> {
  const query = trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select(['users.id', 'users.account_id'])
    .where('users.workspace_id', '=', workspaceId)
    .where('users.state', '=', 'accepted')
    .where('users.account_id', 'is not', null)
    .where('workspaces.deleted_at', 'is', null)
  return (
    'email' in by
      ? query.where('users.email', '=', normalizeAddress(by.email) ?? '')
      : query.where('users.id', '=', by.id)
  ).executeTakeFirst()
}

/** Uses up an impersonation link. Returns undefined if it is unknown, used or expired. */
export async function consumeImpersonationLink(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<{ user_id: string; operator: string } | undefined> {
  return trx
    .updateTable('impersonation_links')
    .set({ used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'operator'])
    .executeTakeFirst()
}

export async function insertImpersonationLink(
  trx: Trx,
  link: Omit<Selectable<Tables['impersonation_links']>, 'used_at'>,
): Promise<void> {
  await trx
    .insertInto('impersonation_links')
    .values({ ...link, used_at: null })
    .execute()
}
