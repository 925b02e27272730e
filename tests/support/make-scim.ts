import { insertGroup } from '#server/modules/groups/queries.ts'
import { insertScimToken, saveScimSettings } from '#server/modules/scim/queries.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

type ScimFixture = { scim_token: string; scim_group: string; token: string }

/** Creates a token of SCIM that changes people, and a group of the provider. Returns their ids. */
export async function makeScim(
  { services, clock }: TestApp,
  { workspace_id: workspaceId, admin }: Pick<Team, 'workspace_id' | 'admin'>,
): Promise<ScimFixture> {
  const at = clock.now()
  const [tokenId, groupId] = [newId(at), newId(at)]
  const token = createWorkspaceToken(workspaceId)
  await services.db.tenant(workspaceId, async (trx) => {
    await saveScimSettings(trx, workspaceId, { dry_run: false, name: 'Okta' })
    await insertScimToken(trx, {
      workspace_id: workspaceId,
      id: tokenId,
      name: 'Okta',
      token_hash: hashToken(token),
      created_by: admin.user_id,
      created_at: at,
    })
    await insertGroup(trx, {
      workspace_id: workspaceId,
      id: groupId,
      kind: 'custom',
      name: `Provided ${groupId.slice(-6)}`,
      managed_by: 'scim',
      created_at: at,
    })
    await trx
      .insertInto('scim_groups')
      .values({ workspace_id: workspaceId, group_id: groupId, changed_at: at })
      .execute()
  })
  return { scim_token: tokenId, scim_group: groupId, token }
}
