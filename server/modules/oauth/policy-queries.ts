import type { OauthPolicy } from '#contract/schemas/oauth.ts'
import type { Trx } from '#server/platform/database/database.ts'

const defaultPolicy: OauthPolicy = { access: 'all', client_ids: [] }

/** Returns which applications people of a team may connect. Default: all. */
export async function findPolicy(trx: Trx, workspaceId: string): Promise<OauthPolicy> {
  const row = await trx
    .selectFrom('oauth_policies')
    .select(['access', 'client_ids'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? (row as OauthPolicy) : defaultPolicy
}

export async function savePolicy(
  trx: Trx,
  workspaceId: string,
  { access, client_ids: clientIds }: OauthPolicy,
): Promise<void> {
  const values = { access, client_ids: clientIds }
  await trx
    .insertInto('oauth_policies')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}
