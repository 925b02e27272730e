import { secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { verifySamlResponse } from '#server/adapters/sso/saml-response.ts'
import { SamlError } from '#server/adapters/sso/saml-types.ts'
import { SsoProviderError } from '#server/adapters/sso/sso-error.ts'
import { findConnection, type SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { decryptRequest, encryptRequest } from '#server/modules/sso/credentials.ts'
import { createWorkspaceToken, parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { claimsToTexts, type ProvenIdentity } from './identity.ts'
import type { Outcome } from './outcome.ts'
import { toOidcProvider, toSamlProvider, toServiceProvider } from './providers.ts'
import { markMessageUsed, saveOutcome, type SsoRequestRow, takeRequest } from './queries.ts'
import { type RequestSecret, requestSecret } from './request-secret.ts'

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** The answer of a provider as it arrived at the address of a connection. */
export type ProviderAnswer = {
  workspaceId: string
  connectionId: string
  state: string
} & ({ protocol: 'oidc'; url: URL } | { protocol: 'saml'; response: string })

async function readOidcAnswer(
  services: Services,
  connection: SsoConnectionRow,
  answer: { state: string; url: URL },
  secret: RequestSecret,
): Promise<ProvenIdentity> {
  const identity = await services.oidc.redeem(toOidcProvider(services, connection), {
    ...answer,
    nonce: secret.nonce,
    verifier: secret.verifier,
  })
  const verified = identity.claims['email_verified']
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    provider_session: identity.sessionId,
    contexts: identity.contexts,
    email_verified: verified === undefined ? null : verified === true || verified === 'true',
    claims: claimsToTexts(identity.claims),
  }
}

/** Each assertion counts once, also over several processes. */
async function readSamlAnswer(
  services: Services,
  connection: SsoConnectionRow,
  response: string,
  secret: RequestSecret,
  at: Date,
): Promise<ProvenIdentity> {
  const assertion = await verifySamlResponse(
    toServiceProvider(services, connection),
    toSamlProvider(connection),
    { response, requestId: secret.saml_id },
    at,
  )
  // Its value changes with every sign-in, so no person could be recognized.
  if (assertion.nameIdFormat === transientFormat) throw new SsoProviderError('transient NameID')
  const { workspace_id: workspaceId, id: connectionId } = connection
  const isNew = await services.db.tenant(workspaceId, (trx) =>
    markMessageUsed(trx, {
      workspace_id: workspaceId,
      connection_id: connectionId,
      message_hash: hashToken(assertion.assertionId),
      expires_at: assertion.expiresAt,
    }),
  )
  if (!isNew) throw new SsoProviderError('replay')
  return {
    issuer: assertion.issuer,
    subject: assertion.nameId,
    provider_session: assertion.sessionIndex,
    contexts: assertion.authnContext === null ? [] : [assertion.authnContext],
    email_verified: null,
    claims: claimsToTexts(assertion.attributes),
  }
}

/** Returns what the provider proved, or why its answer is refused. */
async function readAnswer(
  services: Services,
  connection: SsoConnectionRow,
  answer: ProviderAnswer,
  secret: RequestSecret,
  at: Date,
): Promise<Outcome> {
  try {
    return {
      kind: 'identity',
      identity:
        answer.protocol === 'oidc'
          ? await readOidcAnswer(services, connection, answer, secret)
          : await readSamlAnswer(services, connection, answer.response, secret, at),
    }
  } catch (error) {
    if (!(error instanceof SsoProviderError) && !(error instanceof SamlError)) throw error
    services.log.warn(
      { reason: error.reason, workspace: connection.workspace_id, connection: connection.id },
      'single sign-on refused',
    )
    return { kind: 'failure', reason: error.reason }
  }
}

type Taken = { request: SsoRequestRow; connection: SsoConnectionRow }

/** Accepts the answer to a request of this connection, once. */
async function takeAnswered(
  { db }: Services,
  { workspaceId, connectionId, state, protocol }: ProviderAnswer,
  at: Date,
): Promise<Taken | undefined> {
  let stateWorkspaceId: string
  try {
    stateWorkspaceId = parseWorkspaceToken(state, 'sso_expired')
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
  if (stateWorkspaceId !== workspaceId) return undefined
  return db.tenant(workspaceId, async (trx) => {
    const request = await takeRequest(trx, workspaceId, connectionId, hashToken(state), at)
    const connection = request && (await findConnection(trx, workspaceId, connectionId))
    return request && connection?.protocol === protocol ? { request, connection } : undefined
  })
}

/**
 * Verifies the answer of a provider and returns a one-time code for the tab that began the sign-in,
 * which alone can use it. A refused answer gets a code too: the exchange then says why. Returns null
 * for an answer to no open request.
 */
export async function acceptAnswer(
  services: Services,
  answer: ProviderAnswer,
  at: Date,
): Promise<string | null> {
  const taken = await takeAnswered(services, answer, at)
  if (!taken) return null
  const { request, connection } = taken
  const { workspace_id: workspaceId, id } = request
  const secret = requestSecret.parse(decryptRequest(services, request, request.secret))
  // No transaction is open while the provider is asked.
  const outcome = await readAnswer(services, connection, answer, secret, at)
  const code = createWorkspaceToken(workspaceId)
  await services.db.tenant(workspaceId, (trx) =>
    saveOutcome(trx, workspaceId, id, {
      outcome: encryptRequest(services, request, outcome),
      code_hash: hashToken(code),
      code_expires_at: new Date(at.getTime() + limits.sso_code_seconds * secondMs),
    }),
  )
  return code
}
