import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import type { OauthAudience, OauthScope } from '#contract/oauth.ts'
import { insertGrant } from '#server/modules/oauth/grant-queries.ts'
import { markPresent, type Member } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** An application with its metadata document. */
export const clientDocument = {
  client_id: 'https://assistant.example/client.json',
  client_name: 'Assistant',
  client_uri: 'https://assistant.example',
  redirect_uris: ['https://assistant.example/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}
export type ClientDocument = Record<string, unknown> & { client_id: string }

/** Serves metadata documents of applications by their address, and counts the requests. */
export function serveClientDocuments(
  t: TestApp,
  documents: readonly ClientDocument[] = [clientDocument],
): { fetched: string[] } {
  const fetched: string[] = []
  t.services.safeHttpClient = {
    ...t.services.safeHttpClient,
    fetchDocument: (url) => {
      fetched.push(url)
      const found = documents.find((document) => document.client_id === url)
      return Promise.resolve({
        status: found ? 200 : 404,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(found ?? {})),
      })
    },
  }
  return { fetched }
}

/** A browser that keeps cookies while it asks for access. */
export class OauthBrowser {
  private readonly cookies = new Map<string, string>()
  private readonly t: TestApp
  readonly verifier = randomBytes(32).toString('base64url')
  constructor(t: TestApp) {
    this.t = t
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  private keepCookies(response: LightMyRequestResponse): void {
    for (const { name, value } of response.cookies) this.cookies.set(name, value)
  }
  async get(url: string): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, this.t.services.config.publicUrl)
    const response = await this.t.app.inject({
      url: pathname + search,
      headers: { cookie: this.cookie },
    })
    this.keepCookies(response)
    return response
  }
  /** Asks for access. Returns the answer, which leads to the page of the person. */
  authorize(query: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const parameters = new URLSearchParams({
      client_id: clientDocument.client_id,
      redirect_uri: 'https://assistant.example/callback',
      response_type: 'code',
      scope: 'profile:read posts:write',
      state: 'state-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...query,
    })
    return this.get(`/oauth/authorize?${parameters}`)
  }
  /** Approves a request as a person. Returns the answer of the call. */
  async approve(
    person: Member,
    uid: string,
    body: { scopes: OauthScope[]; reads_private?: boolean },
  ) {
    await markPresent(this.t, person)
    return this.t.call('oauth.approve', {
      token: person.token,
      params: { uid },
      body,
      headers: { cookie: this.cookie },
    })
  }
}

/** Returns the id of the request for access in the address of the page. */
export const uidOf = (response: LightMyRequestResponse): string =>
  /\/connect\/([\w-]+)$/.exec(String(response.headers.location))?.[1] ?? ''

/** Exchanges a code or a refresh token. */
export const requestToken = (
  t: TestApp,
  form: Record<string, string>,
): Promise<LightMyRequestResponse> =>
  t.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: clientDocument.client_id, ...form }).toString(),
  })

export type Tokens = { access_token: string; refresh_token: string; scope: string }

/** Runs the whole flow for a person. Returns the code with what exchanges it. */
export async function fetchCode(
  t: TestApp,
  person: Member,
  {
    scopes = ['profile:read', 'posts:write'],
    audience = 'api',
    readsPrivate = false,
    clientId = clientDocument.client_id,
  }: {
    scopes?: OauthScope[]
    audience?: OauthAudience
    readsPrivate?: boolean
    clientId?: string
  } = {},
): Promise<{ code: string; code_verifier: string; callback: URL }> {
  const browser = new OauthBrowser(t)
  const asked = await browser.authorize({
    client_id: clientId,
    scope: scopes.join(' '),
    resource: `${t.services.config.publicUrl}/${audience}`,
  })
  const { body, status } = await browser.approve(person, uidOf(asked), {
    scopes,
    reads_private: readsPrivate,
  })
  if (status !== 200) throw new Error(`consent: ${status}`)
  const resumed = await browser.get(body.url)
  const callback = new URL(String(resumed.headers.location))
  return {
    code: callback.searchParams.get('code') ?? '',
    code_verifier: browser.verifier,
    callback,
  }
}

/** Connects an application for a person. Returns its tokens. */
export async function connectApplication(
  t: TestApp,
  person: Member,
  options: Parameters<typeof fetchCode>[2] = {},
): Promise<Tokens> {
  const { code, code_verifier: verifier } = await fetchCode(t, person, options)
  const response = await requestToken(t, {
    ...(options.clientId === undefined ? {} : { client_id: options.clientId }),
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: 'https://assistant.example/callback',
  })
  if (response.statusCode !== 200) throw new Error(`token: ${response.body}`)
  return response.json<Tokens>()
}

/** Inserts the connection of an application, without tokens. Returns its id. */
export async function makeOauthGrant(t: TestApp, person: Member): Promise<string> {
  const [id, at] = [randomUUID(), t.clock.now()]
  await t.services.db.tenant(person.workspace_id, async (trx) => {
    const { account_id: accountId } = await trx
      .selectFrom('users')
      .select('account_id')
      .where('workspace_id', '=', person.workspace_id)
      .where('id', '=', person.user_id)
      .executeTakeFirstOrThrow()
    await insertGrant(trx, {
      id,
      account_id: accountId ?? '',
      workspace_id: person.workspace_id,
      user_id: person.user_id,
      client_id: clientDocument.client_id,
      client_name: clientDocument.client_name,
      audience: 'mcp',
      scopes: ['posts:read'],
      reads_private: false,
      payload: {},
      created_at: at,
      seen_at: at,
      expires_at: new Date(at.getTime() + 30 * dayMs),
    })
  })
  return id
}
