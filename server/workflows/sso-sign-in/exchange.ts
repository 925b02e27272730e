import { createHash, timingSafeEqual } from 'node:crypto'
import type { OutputOf } from '#contract/routes/index.ts'
import { findConnection, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { decryptRequest } from '#server/modules/sso/credentials.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { type Actor, startSession } from '#server/platform/auth/sessions.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { admitPerson } from './admit-person.ts'
import { evaluateIdentity, presentTest } from './evaluate.ts'
import type { ProvenIdentity } from './identity.ts'
import { outcome as storedOutcome } from './outcome.ts'
import { type SsoRequestRow, takeOutcome } from './queries.ts'

type Exchange = { code: string; verifier: string }
type Proven = { request: SsoRequestRow; connection: SsoConnectionRow; identity: ProvenIdentity }

/** Returns whether the tab that began the sign-in holds this verifier. */
const isOwnVerifier = (challenge: string, verifier: string): boolean => {
  const expected = Buffer.from(challenge, 'base64url')
  const given = createHash('sha256').update(verifier).digest()
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/**
 * Uses up a code and returns what the provider proved. The code is used up by a wrong verifier too.
 * Throws sso_expired, and sso_failed with the provider's reason.
 */
async function redeemCode(
  services: Services,
  { code, verifier }: Exchange,
  at: Date,
): Promise<Proven> {
  const workspaceId = parseWorkspaceToken(code, 'sso_expired')
  const taken = await services.db.tenant(workspaceId, async (trx) => {
    const request = await takeOutcome(trx, workspaceId, hashToken(code), at)
    const connection = request && (await findConnection(trx, workspaceId, request.connection_id))
    return request && connection && { request, connection }
  })
  if (!taken?.request.outcome || !isOwnVerifier(taken.request.challenge, verifier))
    throwRefusal('sso_expired')
  const { request, connection } = taken
  const result = storedOutcome.parse(
    decryptRequest(services, request, request.outcome ?? Buffer.alloc(0)),
  )
  if (result.kind === 'failure') throwRefusal('sso_failed', { params: { reason: result.reason } })
  return { request, connection, identity: result.identity }
}

/** Throws sso_expired when the connection was switched off or deleted during the sign-in. */
async function requireActiveConnection(
  trx: Trx,
  { workspace_id: workspaceId, id }: SsoConnectionRow,
): Promise<SsoConnectionRow> {
  const connection = await findConnection(trx, workspaceId, id)
  return connection?.state === 'active' ? connection : throwRefusal('sso_expired')
}

/**
 * Exchanges the one-time code of a sign-in for a session in the workspace of its connection. The
 * session is confined to that workspace. Throws sso_expired, sso_failed, and the reason why the
 * person may not enter.
 */
export async function exchangeCode(
  services: Services,
  exchange: Exchange,
  at: Date,
  client: string,
): Promise<{ access_token: string; workspace_id: string; user_id: string }> {
  const { request, connection, identity } = await redeemCode(services, exchange, at)
  // A test signs nobody in.
  if (request.user_id !== null) throwRefusal('sso_expired')
  const { workspace_id: workspaceId } = connection
  return services.db.tenant(workspaceId, async (trx) => {
    const active = await requireActiveConnection(trx, connection)
    let evaluation = await evaluateIdentity(services, trx, active, identity)
    if (evaluation.outcome !== 'enters') {
      // Serializes first sign-ins with each other and with changes of members.
      await lockSettings(trx, workspaceId)
      evaluation = await evaluateIdentity(services, trx, active, identity)
    }
    const member = await admitPerson(services, trx, {
      connection: active,
      identity,
      evaluation,
      at,
    })
    const accessToken = await startSession(trx, at, {
      account_id: member.account_id,
      kind: 'session',
      workspace_id: workspaceId,
      user_id: member.user_id,
      client,
      sso: {
        connection_id: active.id,
        subject: identity.subject,
        provider_session: identity.provider_session,
      },
    })
    return { access_token: accessToken, workspace_id: workspaceId, user_id: member.user_id }
  })
}

/** Returns the claims of a test by this administrator and what a sign-in would do. */
export async function readTestResult(
  services: Services,
  actor: Actor,
  exchange: Exchange,
  at: Date,
): Promise<OutputOf<'sso.test_result'>> {
  const { request, connection, identity } = await redeemCode(services, exchange, at)
  const { workspace_id: workspaceId } = connection
  if (request.user_id !== actor.user_id || workspaceId !== actor.workspace_id)
    throwRefusal('sso_expired')
  return services.db.readSnapshot(workspaceId, async (trx) =>
    presentTest(identity, await evaluateIdentity(services, trx, connection, identity)),
  )
}
