import { createHash, timingSafeEqual } from 'node:crypto'
import type { OutputOf } from '#contract/routes/index.ts'
import { findConnection, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { decryptRequest } from '#server/modules/sso/credentials.ts'
import { mailDomainOf } from '#server/modules/joining/mail-domain.ts'
import { recordingRefusals } from '#server/modules/sign-in-rules/record-refusal.ts'
import { recordSignIn } from '#server/platform/audit/audit-log.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { type Actor, startSession } from '#server/platform/auth/sessions.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { admitPerson } from './admit-person.ts'
import { type Evaluation, evaluateIdentity, findStoredIdentity, presentTest } from './evaluate.ts'
import type { ProvenIdentity } from './identity.ts'
import { type Outcome, outcome as storedOutcome } from './outcome.ts'
import { type SsoRequestRow, takeOutcome } from './queries.ts'

type Exchange = { code: string; verifier: string }
type Redeemed = { request: SsoRequestRow; connection: SsoConnectionRow; result: Outcome }
type SsoEntry = {
  connection: SsoConnectionRow
  identity: ProvenIdentity
  member: { user_id: string; account_id: string }
  at: Date
  client: string
}

/** Returns whether the tab that began the sign-in holds this verifier. */
const isOwnVerifier = (challenge: string, verifier: string): boolean => {
  const expected = Buffer.from(challenge, 'base64url')
  const given = createHash('sha256').update(verifier).digest()
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/**
 * Uses up a code and returns the outcome of the provider's answer. A wrong verifier uses it up too.
 * Throws sso_expired.
 */
async function redeemCode(
  services: Services,
  { code, verifier }: Exchange,
  at: Date,
): Promise<Redeemed> {
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
  return { request, connection, result }
}

/** Returns the identity that the provider proved. Throws sso_failed with the provider's reason. */
const requireIdentity = (result: Outcome): ProvenIdentity =>
  result.kind === 'identity'
    ? result.identity
    : throwRefusal('sso_failed', { params: { reason: result.reason } })

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
  const { request, connection, result } = await redeemCode(services, exchange, at)
  // A test signs nobody in.
  if (request.user_id !== null) throwRefusal('sso_expired')
  const { workspace_id: workspaceId } = connection
  let evaluation: Evaluation | undefined
  const describe = () => ({
    workspace_id: workspaceId,
    user_id: evaluation && 'member' in evaluation ? evaluation.member.id : null,
    method: 'sso' as const,
    connection: connection.name,
    domain: evaluation ? mailDomainOf(evaluation.fields.email) : '',
    at,
  })
  return recordingRefusals(services.db, describe, () => {
    const proven = requireIdentity(result)
    return services.db.tenant(workspaceId, async (trx) => {
      const active = await requireActiveConnection(trx, connection)
      const identity = await findStoredIdentity(trx, active, proven)
      evaluation = await evaluateIdentity(services, trx, active, identity)
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
      return startSsoSession(trx, { connection: active, identity, member, at, client })
    })
  })
}

/** Starts the session of an admitted person, and records the sign-in. */
async function startSsoSession(
  trx: Trx,
  { connection, identity, member, at, client }: SsoEntry,
): Promise<{ access_token: string; workspace_id: string; user_id: string }> {
  const { workspace_id: workspaceId } = connection
  const { user_id: userId, account_id: accountId } = member
  await recordSignIn(trx, {
    workspace_id: workspaceId,
    user_id: userId,
    method: 'sso',
    connection: connection.name,
    at,
  })
  const accessToken = await startSession(trx, at, {
    account_id: accountId,
    kind: 'session',
    workspace_id: workspaceId,
    user_id: userId,
    client,
    method: 'sso',
    sso: {
      connection_id: connection.id,
      subject: identity.subject,
      provider_session: identity.provider_session,
    },
  })
  return { access_token: accessToken, workspace_id: workspaceId, user_id: userId }
}

/** Returns the claims of a test by this administrator and what a sign-in would do. */
export async function readTestResult(
  services: Services,
  actor: Actor,
  exchange: Exchange,
  at: Date,
): Promise<OutputOf<'sso.test_result'>> {
  const { request, connection, result } = await redeemCode(services, exchange, at)
  const { workspace_id: workspaceId } = connection
  if (request.user_id !== actor.user_id || workspaceId !== actor.workspace_id)
    throwRefusal('sso_expired')
  const proven = requireIdentity(result)
  return services.db.readSnapshot(workspaceId, async (trx) => {
    const identity = await findStoredIdentity(trx, connection, proven)
    return presentTest(proven, await evaluateIdentity(services, trx, connection, identity))
  })
}
