import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { oauthScopes, type OauthScope } from '#contract/oauth.ts'
import type { OauthConsent, OauthInteraction, OauthPolicy } from '#contract/schemas/oauth.ts'
import { toOneLine } from '#contract/schemas/common.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { findAccountRecipient } from '#server/modules/two-factor/queries.ts'
import { lockUser } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toAudience } from './audience.ts'
import { insertGrant, listGrants } from './grant-queries.ts'
import { findPolicy } from './policy-queries.ts'
import { toSubject } from './subject.ts'

/** The request and the answer of a page, whose cookie names the request for access. */
export type Exchange = { request: IncomingMessage; response: ServerResponse }
type ConsentServices = Pick<Services, 'db' | 'config'> & { provider: Provider }
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** A request for access, read from the records of the library. */
type AccessRequest = OauthInteraction & { resource: string; interaction: Interaction }

/**
 * Returns the request for access of this browser. Throws not_found unless it is the one of the
 * address: a page that another browser began grants nothing.
 */
async function findInteraction(
  { provider }: ConsentServices,
  { request, response }: Exchange,
  uid: string,
): Promise<Interaction> {
  const interaction = await provider
    .interactionDetails(request, response)
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    })
  if (interaction?.uid !== uid) return throwRefusal('not_found')
  return interaction
}

const isAllowed = ({ access, client_ids: clientIds }: OauthPolicy, clientId: string): boolean =>
  access === 'all' || (access === 'listed' && clientIds.includes(clientId))

/** Returns the scopes that a request names, in our order. Without any it asks for all of them. */
export function parseScopes(requested: unknown): OauthScope[] {
  const names = typeof requested === 'string' ? requested.split(' ') : []
  const known = oauthScopes.filter((scope) => names.includes(scope))
  return known.length ? known : [...oauthScopes]
}

/** Returns what the application of this browser asks for. Throws not_found. */
export async function loadAccessRequest(
  services: ConsentServices,
  actor: Actor,
  exchange: Exchange,
  uid: string,
): Promise<AccessRequest> {
  const interaction = await findInteraction(services, exchange, uid)
  const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = interaction.params
  const client = await services.provider.Client.find(String(clientId))
  const audience = toAudience(services.config.publicUrl, String(resource))
  if (!client || audience === undefined) return throwRefusal('not_found')
  const policy = await services.db.readSnapshot(actor.workspace_id, (trx) =>
    findPolicy(trx, actor.workspace_id),
  )
  const host = new URL(client.clientId).host
  return {
    client: {
      id: client.clientId,
      name: toOneLine(client.clientName ?? '').slice(0, limits.oauth_client_name_chars_max) || host,
      website: client.clientUri ?? null,
    },
    returns_to: new URL(String(redirectUri)).host,
    audience,
    scopes: parseScopes(scope),
    allowed: isAllowed(policy, client.clientId),
    resource: String(resource),
    interaction,
  }
}

export const presentAccessRequest = ({
  resource: _resource,
  interaction: _interaction,
  ...shown
}: AccessRequest): OauthInteraction => shown

async function enqueueConnectionMail(
  trx: Trx,
  actor: Actor,
  grantId: string,
  at: Date,
): Promise<void> {
  const owner = await findAccountRecipient(trx, actor.workspace_id, actor.account_id)
  if (!owner) return
  const mail = { kind: 'application_connected', params: { grant_id: grantId } } as const
  await enqueueMails(trx, actor.workspace_id, [{ ...owner, ...mail }], at)
}

/**
 * Connects the application that asks for access in this browser. Returns the address to which the
 * browser goes. Throws the codes of `oauth.approve`.
 */
export async function approveRequest(
  services: ConsentServices,
  actor: Actor,
  { exchange, uid, consent }: { exchange: Exchange; uid: string; consent: OauthConsent },
  at: Date,
): Promise<string> {
  await requirePresence(services, actor, at)
  const asked = await loadAccessRequest(services, actor, exchange, uid)
  if (!asked.allowed) throwRefusal('oauth_client_blocked')
  if (consent.scopes.some((scope) => !asked.scopes.includes(scope)))
    throwRefusal('wrong_format', { field: 'scopes' })
  const id = randomUUID()
  const expiresAt = new Date(at.getTime() + limits.oauth_grant_days * dayMs)
  const accountId = toSubject(actor)
  await services.db.tenant(actor.workspace_id, async (trx) => {
    // The lock serializes concurrent consents.
    await lockUser(trx, actor.workspace_id, actor.user_id)
    const most = limits.oauth_grants_max
    if ((await listGrants(trx, actor, at, most)).length >= most)
      throwRefusal('oauth_grants_full', { params: { finish: most } })
    await insertGrant(trx, {
      id,
      account_id: actor.account_id,
      workspace_id: actor.workspace_id,
      user_id: actor.user_id,
      client_id: asked.client.id,
      client_name: asked.client.name,
      audience: asked.audience,
      scopes: consent.scopes,
      reads_private: consent.reads_private,
      payload: {
        accountId,
        clientId: asked.client.id,
        resources: { [asked.resource]: consent.scopes.join(' ') },
        // The library asks again for scopes that are neither granted nor rejected.
        rejected: {
          resources: {
            [asked.resource]: asked.scopes
              .filter((scope) => !consent.scopes.includes(scope))
              .join(' '),
          },
        },
        kind: 'Grant',
        iat: Math.floor(at.getTime() / 1_000),
        exp: Math.floor(expiresAt.getTime() / 1_000),
      },
      created_at: at,
      seen_at: at,
      expires_at: expiresAt,
    })
    await enqueueConnectionMail(trx, actor, id, at)
    await audit(
      trx,
      actor,
      'oauth.connect',
      {
        client_id: asked.client.id,
        scopes: consent.scopes,
        reads_private: consent.reads_private,
      },
      at,
    )
  })
  return services.provider.interactionResult(
    exchange.request,
    exchange.response,
    { login: { accountId, remember: false }, consent: { grantId: id } },
    { mergeWithLastSubmission: false },
  )
}

/** Refuses the application that asks for access in this browser. Returns where the browser goes. */
export async function denyRequest(
  services: ConsentServices,
  exchange: Exchange,
  uid: string,
): Promise<string> {
  await findInteraction(services, exchange, uid)
  return services.provider.interactionResult(
    exchange.request,
    exchange.response,
    { error: 'access_denied', error_description: 'the person refused' },
    { mergeWithLastSubmission: false },
  )
}
