import { limits } from '#contract/limits.ts'
import { oauthScopes } from '#contract/oauth.ts'
import type { ConnectedApplication, OauthPolicy, OauthPolicyView } from '#contract/schemas/oauth.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  deleteGrantsExcept,
  deleteGrantsOf,
  type GrantRow,
  listClients,
  listGrants,
} from './grant-queries.ts'
import { findPolicy, savePolicy } from './policy-queries.ts'

const presentApplication = (row: GrantRow): ConnectedApplication => ({
  id: row.id,
  client_id: row.client_id,
  name: row.client_name,
  audience: row.audience === 'api' ? 'api' : 'mcp',
  scopes: oauthScopes.filter((scope) => row.scopes.includes(scope)),
  reads_private: row.reads_private,
  created_at: row.created_at.toISOString(),
  last_used_at: row.seen_at.toISOString(),
})

/** Returns the applications that the actor has connected, the newest first. */
export async function listApplications(
  trx: Trx,
  actor: Actor,
  at: Date,
): Promise<ConnectedApplication[]> {
  return (await listGrants(trx, actor, at, limits.oauth_grants_max)).map(presentApplication)
}

/** Disconnects an application of the actor: its tokens end at once. Throws not_found. */
export async function disconnectApplication(
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const [clientId] = await deleteGrantsOf(trx, actor, id)
  if (clientId === undefined) throwRefusal('not_found')
  await audit(trx, actor, 'oauth.disconnect', { client_id: clientId }, at)
}

/** Returns which applications people of the team may connect, and those that they have connected. */
export async function loadPolicy(trx: Trx, actor: Actor, at: Date): Promise<OauthPolicyView> {
  const clients = await listClients(trx, actor.workspace_id, at, limits.oauth_clients_shown)
  return {
    ...(await findPolicy(trx, actor.workspace_id)),
    clients: clients.map((row) => ({
      client_id: row.client_id,
      name: row.client_name,
      people: row.people,
      last_used_at: row.seen_at.toISOString(),
    })),
  }
}

/** Sets which applications people may connect. Those that are not allowed are disconnected. */
export async function setPolicy(
  trx: Trx,
  actor: Actor,
  policy: OauthPolicy,
  at: Date,
): Promise<OauthPolicyView> {
  await savePolicy(trx, actor.workspace_id, policy)
  const disconnected =
    policy.access === 'all'
      ? 0
      : await deleteGrantsExcept(
          trx,
          actor.workspace_id,
          policy.access === 'listed' ? policy.client_ids : null,
        )
  await audit(trx, actor, 'oauth.set_policy', { ...policy, disconnected }, at)
  return loadPolicy(trx, actor, at)
}
