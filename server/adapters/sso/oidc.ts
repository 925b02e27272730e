import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { z } from 'zod'
import { minuteMs } from '#contract/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type SafeDocumentClient, SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import { type OidcClaims, oidcClaims, readContexts } from './oidc-claims.ts'
import { SsoProviderError } from './sso-error.ts'

/** A provider of OpenID Connect and our registration there. An empty secret: a public client. */
export type OidcProvider = { issuer: string; clientId: string; clientSecret: string }
/**
 * A person as the provider describes them. `contexts`: values of `acr` and `amr`. `sessionId`: the
 * provider's session, which a back-channel logout names.
 */
type OidcIdentity = {
  issuer: string
  subject: string
  sessionId: string | null
  contexts: string[]
  claims: Record<string, unknown>
}
type AuthorizationRequest = {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
  /** Demanded values of `acr`, best first. */
  contexts: readonly string[]
}
type AuthorizationResponse = { url: URL; state: string; nonce: string; verifier: string }
/** A logout token: it ends the sessions of a subject or of one session of the provider. */
type LogoutToken = {
  id: string
  subject: string | null
  sessionId: string | null
  expiresAt: Date
}

export type OidcClient = {
  /** Reads the provider's metadata. Throws an SsoProviderError when it cannot be used. */
  check(provider: OidcProvider): Promise<void>
  /** Returns the address where the browser signs in. Throws an SsoProviderError. */
  authorizationUrl(provider: OidcProvider, request: AuthorizationRequest): Promise<string>
  /**
   * Exchanges the code of an authorization response for the identity of the person. Throws an
   * SsoProviderError for every response that is not valid for this request.
   */
  redeem(provider: OidcProvider, response: AuthorizationResponse): Promise<OidcIdentity>
  /** Verifies a logout token of back-channel logout. Throws an SsoProviderError. */
  verifyLogout(provider: OidcProvider, token: string): Promise<LogoutToken>
}

const scope = 'openid email profile'
const metadataMs = 10 * minuteMs
const keysMs = minuteMs
const providersMax = 500
const toleranceS = 120
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Asymmetric algorithms alone: a client secret never verifies a token. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']

/** Returns a fetch function over the SSRF-safe client. Redirects are answers. */
const createFetch =
  (http: SafeDocumentClient) =>
  async (url: string, init: { method?: string; headers?: HeadersInit; body?: unknown } = {}) => {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body
    const answer = await http.fetchDocument(url, {
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'user-agent': 'Laurel' },
      ...(typeof body === 'string' ? { body } : {}),
    })
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }

/** Describes a failure for the administrator, without secrets. */
function toProviderError(error: unknown): SsoProviderError {
  if (error instanceof SsoProviderError) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof SafeHttpError) return new SsoProviderError(cause.message)
  const { code, error: name } = error as { code?: string; error?: string }
  if (name) return new SsoProviderError(name)
  const text = error instanceof Error ? error.message : 'unknown'
  return new SsoProviderError(code ? `${code}: ${text}` : text)
}

const logoutClaims = z.object({
  jti: z.string().min(1).max(300),
  sub: z.string().min(1).max(255).optional(),
  sid: z.string().min(1).max(255).optional(),
  exp: z.number().optional(),
  iat: z.number(),
  nonce: z.undefined().optional(),
  events: z.looseObject({ [logoutEvent]: z.object({}) }),
})

/** Returns how we authenticate: in the body, or by HTTP where the provider takes nothing else. */
function chooseAuthentication(server: client.ServerMetadata, secret: string): client.ClientAuth {
  if (!secret) return client.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret)
}

type CachedProvider = {
  server: client.ServerMetadata
  keys?: { jwks: NonNullable<ReturnType<typeof client.getJwksCache>>; readAt: Date }
}

class OidcConnections implements OidcClient {
  private readonly fetch: ReturnType<typeof createFetch>
  private readonly clock: Clock
  /** Metadata and keys by issuer. */
  private readonly providers = new LRUCache<string, CachedProvider>({
    max: providersMax,
    ttl: metadataMs,
  })
  constructor(http: SafeDocumentClient, clock: Clock) {
    this.fetch = createFetch(http)
    this.clock = clock
  }

  /** Seconds between our clock and the system's: openid-client reads the system's. */
  private clockMetadata() {
    const skewS = Math.round((this.clock.now().getTime() - Date.now()) / 1_000)
    return { [client.clockSkew]: skewS, [client.clockTolerance]: toleranceS }
  }

  private async loadServer(provider: OidcProvider): Promise<CachedProvider> {
    const cached = this.providers.get(provider.issuer)
    if (cached) return cached
    const configuration = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      this.clockMetadata(),
      client.None(),
      { [client.customFetch]: this.fetch, execute: [client.allowInsecureRequests] },
    )
    const loaded = { server: configuration.serverMetadata() }
    this.providers.set(provider.issuer, loaded)
    return loaded
  }

  private async loadConfiguration(provider: OidcProvider): Promise<client.Configuration> {
    const { server, keys } = await this.loadServer(provider)
    const configuration = new client.Configuration(
      server,
      provider.clientId,
      this.clockMetadata(),
      chooseAuthentication(server, provider.clientSecret),
    )
    // The client refuses plain http itself, except on the loopback interface in tests.
    client.allowInsecureRequests(configuration)
    configuration[client.customFetch] = this.fetch
    // The signature counts, even though the token comes from the provider itself.
    client.enableNonRepudiationChecks(configuration)
    // A provider may replace its keys at any time: they are read again after a minute.
    if (keys && this.clock.now().getTime() - keys.readAt.getTime() < keysMs)
      client.setJwksCache(configuration, keys.jwks)
    return configuration
  }

  async check(provider: OidcProvider): Promise<void> {
    this.providers.delete(provider.issuer)
    try {
      const { authorization_endpoint: authorize, token_endpoint: token } = (
        await this.loadConfiguration(provider)
      ).serverMetadata()
      if (!authorize || !token) throw new SsoProviderError('no authorization code flow')
    } catch (error) {
      throw toProviderError(error)
    }
  }

  async authorizationUrl(provider: OidcProvider, request: AuthorizationRequest): Promise<string> {
    const { redirectUri, state, nonce, verifier, contexts } = request
    try {
      const configuration = await this.loadConfiguration(provider)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(contexts.length ? { acr_values: contexts.join(' ') } : {}),
      })
      return url.href
    } catch (error) {
      throw toProviderError(error)
    }
  }

  async redeem(provider: OidcProvider, response: AuthorizationResponse): Promise<OidcIdentity> {
    try {
      const configuration = await this.loadConfiguration(provider)
      const tokens = await client.authorizationCodeGrant(configuration, response.url, {
        pkceCodeVerifier: response.verifier,
        expectedState: response.state,
        expectedNonce: response.nonce,
        idTokenExpected: true,
      })
      this.rememberKeys(provider, configuration)
      const idToken = oidcClaims.parse(tokens.claims())
      const claims = await this.addUserInfo(configuration, tokens.access_token, idToken)
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        sessionId: idToken.sid ?? null,
        contexts: readContexts(idToken),
        claims,
      }
    } catch (error) {
      throw toProviderError(error)
    }
  }

  private rememberKeys({ issuer }: OidcProvider, configuration: client.Configuration): void {
    const cached = this.providers.get(issuer)
    const jwks = client.getJwksCache(configuration)
    if (cached && jwks && cached.keys?.jwks.uat !== jwks.uat)
      cached.keys = { jwks, readAt: this.clock.now() }
  }

  /** Adds the claims of the UserInfo endpoint; those of the signed token win. */
  private async addUserInfo(
    configuration: client.Configuration,
    accessToken: string,
    idToken: OidcClaims,
  ): Promise<Record<string, unknown>> {
    if (!configuration.serverMetadata().userinfo_endpoint || idToken.email !== undefined)
      return idToken
    return {
      ...(await client.fetchUserInfo(configuration, accessToken, idToken.sub)),
      ...idToken,
    }
  }

  async verifyLogout(provider: OidcProvider, token: string): Promise<LogoutToken> {
    try {
      const { jwks_uri: jwksUri } = (await this.loadConfiguration(provider)).serverMetadata()
      if (!jwksUri) throw new SsoProviderError('no keys')
      const keys = createRemoteJWKSet(new URL(jwksUri), { [joseFetch]: this.fetch })
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        issuer: provider.issuer,
        audience: provider.clientId,
        clockTolerance: toleranceS,
        maxTokenAge: '10 minutes',
        currentDate: this.clock.now(),
      })
      const { jti, sub, sid, iat } = logoutClaims.parse(payload)
      if (sub === undefined && sid === undefined) throw new SsoProviderError('no subject')
      return {
        id: jti,
        subject: sub ?? null,
        sessionId: sid ?? null,
        expiresAt: new Date((iat + 2 * toleranceS) * 1_000 + 10 * minuteMs),
      }
    } catch (error) {
      throw toProviderError(error)
    }
  }
}

/** Creates the client of all OpenID providers. It reaches them through the SSRF-safe client only. */
export const createOidcClient = (http: SafeDocumentClient, clock: Clock): OidcClient =>
  new OidcConnections(http, clock)
