import { randomBytes } from 'node:crypto'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { SsoProviderError } from '#server/adapters/sso/sso-error.ts'
import { findConnection, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { encryptRequest } from '#server/modules/sso/credentials.ts'
import { isComplete } from '#server/modules/sso/present.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { buildProviderUrl } from './providers.ts'
import { countRequests, insertRequest } from './queries.ts'
import type { RequestSecret } from './request-secret.ts'

type StartedBy = { challenge: string; user_id: string | null; at: Date }

/**
 * Starts a sign-in: stores the challenge of the tab and what the provider's answer must match, and
 * returns the provider's address. Throws sso_failed when the provider cannot be reached, and
 * too_many beyond a limit for the team.
 */
async function startRequest(
  services: Services,
  connection: SsoConnectionRow,
  { challenge, user_id: userId, at }: StartedBy,
): Promise<OutputOf<'sso.start'>> {
  const { workspace_id: workspaceId, id: connectionId } = connection
  const id = newId(at)
  const state = createWorkspaceToken(workspaceId)
  const secret: RequestSecret = {
    nonce: newToken(),
    verifier: newToken(),
    saml_id: `_${randomBytes(20).toString('hex')}`,
  }
  await services.db.tenant(workspaceId, async (trx) => {
    const max = limits.sso_requests_per_hour
    const since = new Date(at.getTime() - hourMs)
    if ((await countRequests(trx, workspaceId, since, max)) >= max) throwRefusal('too_many')
    await insertRequest(trx, {
      workspace_id: workspaceId,
      id,
      connection_id: connectionId,
      state_hash: hashToken(state),
      challenge,
      user_id: userId,
      secret: encryptRequest(services, { workspace_id: workspaceId, id }, secret),
      created_at: at,
      expires_at: new Date(at.getTime() + limits.sso_request_minutes * minuteMs),
    })
  })
  try {
    return { url: await buildProviderUrl(services, connection, { state, secret, at }) }
  } catch (error) {
    if (!(error instanceof SsoProviderError)) throw error
    throwRefusal('sso_failed', { params: { reason: error.reason } })
  }
}

/** Starts a sign-in of a person. Throws not_found unless the connection is on. */
export async function startSignIn(
  services: Services,
  target: { workspace_id: string; connection_id: string; challenge: string },
  at: Date,
): Promise<OutputOf<'sso.start'>> {
  const { workspace_id: workspaceId, connection_id: connectionId, challenge } = target
  const connection = await services.db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, connectionId),
  )
  if (connection?.state !== 'active') throwRefusal('not_found')
  return startRequest(services, connection, { challenge, user_id: null, at })
}

/** Starts a test of a connection, which may still be a draft. Throws sso_incomplete. */
export async function startTest(
  services: Services,
  actor: Actor,
  target: { connection_id: string; challenge: string },
  at: Date,
): Promise<OutputOf<'sso.test'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const connection =
    (await services.db.tenant(workspaceId, (trx) =>
      findConnection(trx, workspaceId, target.connection_id),
    )) ?? throwRefusal('not_found')
  if (!isComplete(connection)) throwRefusal('sso_incomplete')
  return startRequest(services, connection, { challenge: target.challenge, user_id: userId, at })
}
