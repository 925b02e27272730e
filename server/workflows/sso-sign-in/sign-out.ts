import { SsoProviderError } from '#server/adapters/sso/sso-error.ts'
import { findConnection } from '#server/modules/sso/connection-queries.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { toOidcProvider } from './providers.ts'
import { endProviderSessions, markMessageUsed } from './queries.ts'

/**
 * Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout). Each token counts
 * once. Throws malformed for an invalid token and not_found for an unknown connection.
 */
export async function signOutByProvider(
  services: Services,
  target: { workspaceId: string; connectionId: string; token: string },
  at: Date,
): Promise<void> {
  const { workspaceId, connectionId, token } = target
  const connection = await services.db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, connectionId),
  )
  if (connection?.protocol !== 'oidc') throwRefusal('not_found')
  let logout
  try {
    logout = await services.oidc.verifyLogout(toOidcProvider(services, connection), token)
  } catch (error) {
    if (!(error instanceof SsoProviderError)) throw error
    services.log.warn(
      { reason: error.reason, workspace: workspaceId, connection: connectionId },
      'logout token refused',
    )
    throwRefusal('malformed')
  }
  const { id, subject, sessionId, expiresAt } = logout
  const ended = await services.db.tenant(workspaceId, async (trx) => {
    const message = {
      workspace_id: workspaceId,
      connection_id: connectionId,
      message_hash: hashToken(id),
      expires_at: expiresAt,
    }
    if (!(await markMessageUsed(trx, message))) return []
    return endProviderSessions(trx, workspaceId, connectionId, { subject, sessionId }, at)
  })
  if (ended.length) services.events.publish(workspaceId, ['config'], ended)
}
