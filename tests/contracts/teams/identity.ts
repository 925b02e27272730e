// The parts of Microsoft that prove identities: the published keys of the Bot Connector, tokens of
// its requests, and app tokens by client credentials.
import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const generateKey = () => ({
  kid: randomUUID(),
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
})

/** `key` signs with another key, with none, or with the public key as the secret of HS256. */
export type TokenOverrides = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: KeyObject | 'none' | 'public-as-secret'
}
type TokenRequest = { appId: string; serviceUrl: string; at: Date; overrides?: TokenOverrides }

export type PublishedKeys = {
  /** Returns a token as Teams would send it with an activity at this time. */
  token(request: TokenRequest): string
  /** Signs with a new key from now on, and publishes only this one. */
  rotateKeys(): void
  /** The endorsements of the published key. */
  endorsements: { value: string[] }
  /** Replaces the address of the keys in the metadata. */
  keysUrl: { value: string | null }
  /** While set, the metadata fails. */
  outage: { value: 'down' | 'garbled' | 'silent' | 'huge' | null }
  /** Returns how often the keys were fetched. */
  fetches(): number
}
/** An answer: status and body. `silent` leaves the request open. */
export type Answer = [number, unknown, Record<string, string>?] | 'silent'

function signToken(
  current: ReturnType<typeof generateKey>,
  { appId, serviceUrl, at, overrides: { claims, header, key } = {} }: TokenRequest,
): string {
  const now = Math.floor(at.getTime() / 1_000)
  const payload = {
    serviceurl: serviceUrl,
    nbf: now,
    exp: now + 3_600,
    iss: 'https://api.botframework.com',
    aud: appId,
    ...claims,
  }
  const head = { alg: 'RS256', kid: current.kid, x5t: current.kid, typ: 'JWT', ...header }
  const text = `${encodePart(head)}.${encodePart(payload)}`
  if (key === 'none') return `${text}.`
  const secret = current.publicKey.export({ format: 'pem', type: 'spki' })
  const signature =
    key === 'public-as-secret'
      ? createHmac('sha256', secret).update(text).digest()
      : sign('sha256', Buffer.from(text), key ?? current.privateKey)
  return `${text}.${signature.toString('base64url')}`
}

/** Creates the key server. `respond` answers a path of it, or undefined for other paths. */
export function createPublishedKeys(
  origin: () => string,
): PublishedKeys & { respond(path: string): Answer | undefined } {
  let current = generateKey()
  let fetched = 0
  const endorsements = { value: ['msteams', 'webchat'] }
  const keysUrl: PublishedKeys['keysUrl'] = { value: null }
  const outage: PublishedKeys['outage'] = { value: null }
  const listKeys = () => ({
    keys: [
      {
        ...current.publicKey.export({ format: 'jwk' }),
        use: 'sig',
        kid: current.kid,
        x5t: current.kid,
        endorsements: endorsements.value,
      },
    ],
  })
  return {
    endorsements,
    keysUrl,
    outage,
    fetches: () => fetched,
    rotateKeys() {
      current = generateKey()
    },
    token: (request) => signToken(current, request),
    respond(path) {
      const isMetadata = path === '/v1/.well-known/openidconfiguration'
      if (!isMetadata && path !== '/v1/.well-known/keys') return undefined
      if (outage.value === 'silent') return 'silent'
      if (outage.value === 'down') return [503, {}]
      if (outage.value === 'garbled') return [200, 'a page of a proxy']
      if (outage.value === 'huge') return [200, { jwks_uri: 'x'.repeat(2 * 1_024 * 1_024) }]
      if (!isMetadata) {
        fetched += 1
        return [200, listKeys()]
      }
      return [
        200,
        {
          issuer: 'https://api.botframework.com',
          authorization_endpoint: 'https://invalid.botframework.com',
          jwks_uri: keysUrl.value ?? `${origin()}/v1/.well-known/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['private_key_jwt'],
        },
      ]
    },
  }
}

export type TeamsApp = { appId: string; tenantId: string; secret: string }
/** Each request for an app token consumes one. */
export type LoginFault = 'down' | 'busy' | 'garbled' | 'silent' | 'secret_expired'

const lifeS = 3_600
const loginError = (code: number, error: string): Answer => [
  code === 90002 || code === 700016 ? 400 : 401,
  {
    error,
    error_description: `AADSTS${code}: refused. Trace ID: ${randomUUID()}`,
    error_codes: [code],
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  },
]

export type Login = {
  apps: Map<string, TeamsApp>
  faults: LoginFault[]
  /** Returns how many tokens were requested. */
  requests(): number
  /** Makes all issued tokens invalid. */
  revokeTokens(): void
}

/** Creates the login: client credentials of registered apps become tokens for the Connector. */
export function createLogin(
  violations: string[],
  now: () => Date,
): Login & {
  respond(path: string, body: string): Answer | undefined
  /** Returns the app of a bearer token, or undefined. */
  findApp(authorization: string | undefined): TeamsApp | undefined
} {
  const apps = new Map<string, TeamsApp>()
  const issued = new Map<string, { app: TeamsApp; until: number }>()
  const faults: LoginFault[] = []
  let requested = 0

  const issue = (tenant: string, form: URLSearchParams): Answer => {
    const wrong = Object.entries({
      grant_type: 'client_credentials',
      scope: 'https://api.botframework.com/.default',
    }).filter(([name, value]) => form.get(name) !== value)
    violations.push(...wrong.map(([name]) => `login: wrong ${name}`))
    if (wrong.length) return [400, { error: 'invalid_request', error_codes: [900144] }]
    if (![...apps.values()].some(({ tenantId }) => tenantId === tenant))
      return loginError(90002, 'invalid_request')
    const app = apps.get(form.get('client_id') ?? '')
    if (!app || app.tenantId !== tenant) return loginError(700016, 'unauthorized_client')
    if (form.get('client_secret') !== app.secret) return loginError(7000215, 'invalid_client')
    const token = `app-token-${randomUUID()}`
    issued.set(token, { app, until: now().getTime() + lifeS * 1_000 })
    return [
      200,
      { token_type: 'Bearer', expires_in: lifeS, ext_expires_in: lifeS, access_token: token },
    ]
  }

  return {
    apps,
    faults,
    requests: () => requested,
    revokeTokens: () => issued.clear(),
    findApp(authorization) {
      const found = issued.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '')
      return found && now().getTime() < found.until ? found.app : undefined
    },
    respond(path, body) {
      const tenant = /^\/login\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(path)?.[1]
      if (!tenant) return undefined
      requested += 1
      const fault = faults.shift()
      if (fault === 'silent') return 'silent'
      if (fault === 'down') return [503, {}]
      if (fault === 'busy') return [429, {}, { 'retry-after': '7' }]
      if (fault === 'garbled') return [200, 'a page of a proxy']
      if (fault === 'secret_expired') return loginError(7000222, 'invalid_client')
      return issue(decodeURIComponent(tenant), new URLSearchParams(body))
    },
  }
}
