import Provider, { type Configuration, errors } from 'oidc-provider'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { oauthScopes } from '#contract/oauth.ts'
import { deriveKey } from '#server/platform/crypto/encryption.ts'
import { deriveSigningKey } from '#server/platform/crypto/signing-key.ts'
import type { Services } from '#server/platform/services.ts'
import { createAdapter } from './adapter.ts'
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
    return new Response(new Uint8Array(body), { status, headers })
  }

/**
 * Creates the authorization server (OAuth 2.1): codes with PKCE (S256), refresh tokens that rotate,
 * metadata documents of clients, no registration. People consent on our own page.
 */
export function createOauthProvider(services: ProviderServices): Provider {
  const { config, db } = services
  const provider = new Provider(config.publicUrl, {
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
    // The library lists scopes of identity tokens, which are not offered.
    if (context.path === metadataPath && typeof context.body === 'object')
      context.body = { ...context.body, scopes_supported: oauthScopes }
  })
  provider.on('server_error', (_context, error) => services.log.error({ err: error }, 'oauth'))
  // The addresses of endpoints follow the headers that `prepareRequest` sets.
  provider.proxy = true
  return provider
}
