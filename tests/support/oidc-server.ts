import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'

export type OidcPerson = { sub: string; email?: string; [claim: string]: unknown }
/** Changes to the next ID token: claims, header or key. A claim of undefined is left out. */
type Forgery = {
  claims?: Record<string, unknown>
  alg?: string
  kid?: string
  key?: KeyObject | Uint8Array
}

type Grant = { person: OidcPerson; nonce: string; challenge: string; redirectUri: string }
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
  kid: randomUUID(),
})

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A local identity provider that a test controls. Its tokens carry the time of `now`. */
export class OidcServer {
  readonly clientId = 'laurel'
  readonly clientSecret = 'a secret of the client'
  /** Number of requests by path. */
  readonly requests = new Map<string, number>()
  issuer = ''
  /** The person whom the page of the provider offers to sign in. */
  person: OidcPerson | null = null
  private readonly now: () => Date
  private readonly grants = new Map<string, Grant>()
  private readonly people = new Map<string, OidcPerson>()
  private readonly server = createServer((request, response) => void this.answer(request, response))
  private key = newKey()
  private forgery: Forgery = {}

  constructor(now: () => Date) {
    this.now = now
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve)
    })
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.close((error) => (error ? reject(error) : resolve()))
      this.server.closeAllConnections()
    })
  }

  /** Signs a person in at an authorization address. Returns the address that gets the answer. */
  signIn(authorizationUrl: string, person: OidcPerson): string {
    const asked = new URL(authorizationUrl).searchParams
    const code = randomUUID()
    const redirectUri = asked.get('redirect_uri') ?? ''
    this.grants.set(code, {
      person,
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirectUri,
    })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({
      code,
      state: asked.get('state') ?? '',
      iss: this.issuer,
    }).toString()
    return back.href
  }

  /** Changes the next ID token. */
  forge(forgery: Forgery): void {
    this.forgery = forgery
  }

  /** Replaces the signing key, as providers do from time to time. */
  rotateKey(): void {
    this.key = newKey()
  }

  logoutToken(claims: Record<string, unknown>): Promise<string> {
    return this.signToken({ jti: randomUUID(), events: { [logoutEvent]: {} }, ...claims })
  }

  private signToken(claims: Record<string, unknown>, forged: Forgery = {}): Promise<string> {
    const atS = Math.floor(this.now().getTime() / 1_000)
    return new SignJWT({
      iss: this.issuer,
      aud: this.clientId,
      iat: atS,
      exp: atS + 300,
      ...claims,
      ...forged.claims,
    })
      .setProtectedHeader({ alg: forged.alg ?? 'RS256', kid: forged.kid ?? this.key.kid })
      .sign(forged.key ?? this.key.privateKey)
  }

  private async answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const grant = this.grants.get(form.get('code') ?? '')
    this.grants.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isClient =
      form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret
    if (!isClient) return sendJson(response, { error: 'invalid_client' }, 401)
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return sendJson(response, { error: 'invalid_grant' }, 400)
    const accessToken = randomUUID()
    this.people.set(accessToken, grant.person)
    const { email: _email, ...claims } = grant.person
    const forged = this.forgery
    this.forgery = {}
    return sendJson(response, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await this.signToken({ ...claims, nonce: grant.nonce }, forged),
    })
  }

  /** The page of the provider in a browser: a link signs the preset person in. */
  private showSignInPage(url: string, response: ServerResponse): void {
    if (!this.person) return void response.writeHead(403).end()
    const href = this.signIn(url, this.person).replaceAll('&', '&amp;')
    const page = `<!doctype html><title>Provider</title><a href="${href}">Continue as ${this.person.sub}</a>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }

  private metadata() {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    this.requests.set(pathname, (this.requests.get(pathname) ?? 0) + 1)
    if (pathname === '/.well-known/openid-configuration') return sendJson(response, this.metadata())
    if (pathname === '/keys') {
      const { publicKey, kid } = this.key
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
      return sendJson(response, { keys: [jwk] })
    }
    if (pathname === '/authorize')
      return this.showSignInPage(`${this.issuer}${request.url ?? ''}`, response)
    if (pathname === '/token') return this.answerToken(request, response)
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const person = this.people.get(token)
    if (pathname === '/userinfo' && person) return sendJson(response, person)
    response.writeHead(404).end()
  }
}

/** Starts a local OpenID provider whose tokens carry the time of `now`. */
export async function startOidcServer(now: () => Date): Promise<OidcServer> {
  const server = new OidcServer(now)
  await server.start()
  return server
}
