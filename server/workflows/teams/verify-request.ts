import type { FastifyRequest } from 'fastify'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findConnectionOfWorkspace, recordRequest } from '#server/workflows/chat/find-connection.ts'
import { isOfTenant, type TeamsActivity } from './activity.ts'

/** Stands for the app of a workspace without one, so that it answers like a wrong token. */
const unknownAppId = 'none'

/**
 * Returns the connection of a request that Microsoft signed for the bot of the workspace, in any
 * state. Throws `unauthorized` for a token that does not fit, `forbidden` for an activity of another
 * tenant or Connector, and `unavailable` without Microsoft's keys. The security log gets each.
 */
export async function verifyRequest(
  services: Services,
  request: FastifyRequest,
  activity: TeamsActivity,
  { workspaceId, at }: { workspaceId: string; at: Date },
): Promise<ChatConnectionRow> {
  const { teams, teamsTokens } = services
  const connection = await findConnectionOfWorkspace(services, 'teams', workspaceId)
  if (connection) request.workspace_id = connection.workspace_id
  const result = await teamsTokens.verify({
    authorization: request.headers.authorization,
    appId: connection?.app_id || unknownAppId,
    serviceUrl: activity.serviceUrl,
    at,
  })
  if (result === 'unavailable') throwRefusal('unavailable', { retry_after_s: 10 })
  if (result !== 'valid' || !connection) return throwRefusal('unauthorized')
  if (
    !teams.isServiceUrlAllowed(activity.serviceUrl) ||
    !isOfTenant(activity, connection.external_id)
  )
    throwRefusal('forbidden')
  await recordRequest(services, connection, at)
  return connection
}
