import Provider, { type Configuration, errors } from 'oidc-provider'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { oauthScopes } from '#contract/oauth.ts'
import { deriveKey } from '#server/platform/crypto/encryption.ts'
import { deriveSigningKey } from '#server/platform/crypto/signing-key.ts'
import type { Services } from '#server/platform/services.ts'
import { createAdapter } from './adapter.ts'
import { completeClientDocument } from './client-document.ts'
import { metadataPath, toAudience, toResource } from './audience.ts'
import { isAcceptedMember, parseSubject } from './subject.ts'

type ProviderServices = Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'safeHttpClient'>

/** Paths of the endpoints. The metadata document (RFC 8414) names them to applications. */
const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  jwks: '/oauth/keys',
}
/** How a code returns: in the address. Our pages submit no forms to other origins. */
const responseModes = ['query', 'fragment']
/** The metadata that applications read. The library adds what concerns identity tokens. */
const metadataFields = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'request_uri_parameter_supported',
]
const toSeconds = (ms: number) => ms / secondMs

/** Returns the audience, scopes and lifetime of tokens for an address of this server (RFC 8707). */
const describeResource = (publicUrl: string, resource: string) => {
  if (toAudience(publicUrl, resource) === undefined) throw new errors.InvalidTarget()
  return {
    scope: oauthScopes.join(' '),
    audience: resource,
    accessTokenTTL: toSeconds(hourMs),
    accessTokenFormat: 'opaque' as const,
  }
}

const buildFeatures = ({ publicUrl }: { publicUrl: string }): Configuration['features'] => ({
  clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => toResource(publicUrl, 'api'),
    useGrantedResource: () => true,
    getResourceServerInfo: (_context, resource) => describeResource(publicUrl, resource),
  },
  revocation: {
    enabled: true,
    allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
  },
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
})

/**
 * Fetches the metadata document of an application with the client for customers' addresses, which
 * reaches no private network and limits size and time.
 */
const createFetch =
  (services: Pick<Services, 'safeHttpClient'>) =>
  async (url: string | URL | Request): Promise<Response> => {
    const { status, headers, body } = await services.safeHttpClient.fetchDocument(
      url instanceof Request ? url.url : String(url),
      {
        method: 'GET',
        headers: { accept: 'application/json' },
      },
    )
    return new Response(completeClientDocument(body), { status, headers })
  }

/** Returns the metadata of the server (RFC 8414): only what works. */
const presentMetadata = (metadata: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(metadata).filter(([name]) => metadataFields.includes(name))),
  response_modes_supported: responseModes,
  scopes_supported: oauthScopes,
  // Without them, the default of RFC 8414 is a secret.
  revocation_endpoint_auth_methods_supported: metadata['token_endpoint_auth_methods_supported'],
  revocation_endpoint_auth_signing_alg_values_supported:
    metadata['token_endpoint_auth_signing_alg_values_supported'],
})

class OauthProvider extends Provider {
  override registerResponseMode(...[name, handler]: ResponseMode): void {
    if (responseModes.includes(name)) super.registerResponseMode(name, handler)
  }
}
type ResponseMode = Parameters<Provider['registerResponseMode']>

/**
 * Creates the authorization server (OAuth 2.1): codes with PKCE (S256), refresh tokens that rotate,
 * metadata documents of clients, no registration. People consent on our own page.
 */
export function createOauthProvider(services: ProviderServices): Provider {
  const { config, db } = services
  const provider = new OauthProvider(config.publicUrl, {
    adapter: (model) => createAdapter(services, model),
    routes,
    features: buildFeatures(config),
    fetch: createFetch(services),
    // Scopes belong to resources, and none to identity tokens.
    scopes: [],
    responseTypes: ['code'],
    // No identity tokens are issued, but the library checks the default of each client.
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    clientAuthMethods: ['none', 'private_key_jwt'],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    rotateRefreshToken: true,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    interactions: {
      url: (_context, interaction) => `${config.publicUrl}/connect/${interaction.uid}`,
    },
    cookies: {
      keys: config.secrets.map((secret) => deriveKey(secret, 'oauth cookies').toString('hex')),
      short: { path: '/' },
    },
    jwks: {
      keys: [{ ...deriveSigningKey(config.secret, 'oauth').export({ format: 'jwk' }), use: 'sig' }],
    },
    ttl: {
      AccessToken: toSeconds(hourMs),
      AuthorizationCode: toSeconds(minuteMs),
      Grant: toSeconds(limits.oauth_grant_days * dayMs),
      Interaction: toSeconds(15 * minuteMs),
      RefreshToken: toSeconds(limits.oauth_refresh_days * dayMs),
      Session: toSeconds(15 * minuteMs),
    },
    async findAccount(_context, subject) {
      const person = parseSubject(subject)
      if (!person || !(await isAcceptedMember(db, person))) return undefined
      return { accountId: subject, claims: () => ({ sub: subject }) }
    },
    renderError(context, { error }) {
      context.redirect(`${config.publicUrl}/connect/error#${encodeURIComponent(error)}`)
    },
  })
  provider.use(async (context, next) => {
    await next()
    if (context.path === metadataPath && typeof context.body === 'object')
      context.body = presentMetadata(context.body as Record<string, unknown>)
  })
  provider.on('server_error', (_context, error) => services.log.error({ err: error }, 'oauth'))
  // The addresses of endpoints follow the headers that `prepareRequest` sets.
  provider.proxy = true
  return provider
}
