import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addBotToken, addCode, exchange } from './slack/oauth.ts'
import {
  addResponseUrl,
  addTrigger,
  createPayloads,
  signBody,
  type SlackPayloads,
} from './slack/payloads.ts'
import {
  createState,
  idOf,
  secretOf,
  type SlackFault,
  type SlackServerUser,
  type SlackState,
} from './slack/state.ts'
import { checkMessage, methods } from './slack/web-api.ts'

export type SlackServer = Omit<SlackState, 'now' | 'refreshTokens' | 'codes' | 'lastPostAt'> & {
  /** The settings of a server that uses this Slack, with the operator's app. */
  env: Record<string, string>
  apiUrl: string
  /** Tokens that work from the start: of the bot, without rotation, and of Socket Mode. */
  botToken: string
  appToken: string
  payloads: SlackPayloads
  addUser(user?: Partial<SlackServerUser>): SlackServerUser
  addBotToken(options: { rotates: boolean; scopes?: string[] }): string
  addCode(redirectUri: string): string
  addTrigger(): string
  addResponseUrl(): string
  failNext(method: string, ...faults: SlackFault[]): void
  sign(body: string, at: Date, contentType?: string): Record<string, string>
  /** Returns the number of calls of a method. */
  count(method: string): number
  stop(): Promise<void>
}

const responseUsesMax = 5
const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}
const fail = (error: string, details: object = {}) => ({ ok: false, error, ...details })

function parseBody(text: string, contentType: string): Record<string, unknown> {
  return contentType.startsWith('application/json')
    ? (JSON.parse(text) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(text))
}

/** Answers a post to a response_url, which works five times in 30 minutes. */
function answerResponseUrl(state: SlackState, url: string, body: Record<string, unknown>) {
  const known = state.responseUrls.get(url)
  if (!known || known.expires_at < state.now()) return fail('expired_url')
  if (known.uses >= responseUsesMax) return fail('used_url')
  const wrong = body['delete_original'] === true ? [] : checkMessage(body)
  state.violations.push(...wrong.map((line) => `response_url: ${line}`))
  if (wrong.length) return fail('invalid_blocks')
  known.uses += 1
  state.responses.push({ url, body })
  return 'ok'
}

function answerMethod(
  state: SlackState,
  name: string,
  { headers }: IncomingMessage,
  body: Record<string, unknown>,
): object {
  const method = methods[name]
  if (!method) {
    state.violations.push(`there is no method ${name}`)
    return fail('unknown_method')
  }
  const isJson = (headers['content-type'] ?? '').startsWith('application/json')
  if (isJson && !method.json) state.violations.push(`${name}: Slack reads no JSON here`)
  if (isJson && !/charset=utf-8/i.test(headers['content-type'] ?? ''))
    state.violations.push(`${name}: JSON without charset, which Slack warns about`)
  const tokenText = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!tokenText) return fail('not_authed')
  const token = state.tokens.get(tokenText)
  if (!token) return fail('invalid_auth')
  if (token.error) return fail(token.error)
  if (token.expires_at !== null && token.expires_at <= state.now()) return fail('token_expired')
  if (token.kind !== method.kind) return fail('not_allowed_token_type')
  if (method.scope && !token.scopes.includes(method.scope))
    return fail('missing_scope', { needed: method.scope, provided: token.scopes.join(',') })
  return method.answer({ state, token, tokenText, body })
}

/** Returns whether a fault or an outage answered the call. */
function injectFault(
  state: SlackState,
  fault: SlackFault | undefined,
  response: ServerResponse,
): boolean {
  // A hanging call gets no answer: the client gives up, or the server stops.
  if (fault === 'hang' || state.outage.value === 'silent') return true
  if (state.outage.value === 'down') send(response, 503, 'down')
  else if (fault === 'ratelimited')
    send(response, 429, fail('ratelimited'), { 'retry-after': String(state.retryAfterS.value) })
  else if (fault === 'server_error') send(response, 500, 'error')
  else if (fault === 'garbled') send(response, 200, '<html>proxy says hello</html>')
  else if (fault && fault !== 'lost') send(response, 200, fail(fault))
  else return false
  return true
}

async function serve(
  state: SlackState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = request.url ?? ''
  const body = parseBody(Buffer.concat(chunks).toString(), request.headers['content-type'] ?? '')
  const isResponseUrl = path.startsWith('/actions/')
  const name = isResponseUrl ? 'response_url' : path.replace(/^\/api\//, '')
  state.calls.push({ method: name, body })
  if (request.method !== 'POST') state.violations.push(`${request.method} ${path}`)
  const fault = state.faults.get(name)?.shift()
  if (injectFault(state, fault, response)) return
  if (isResponseUrl) {
    const answer = answerResponseUrl(state, state.origin + path, body)
    if (fault === 'lost') return void request.socket.destroy()
    return send(response, answer === 'ok' ? 200 : 404, answer)
  }
  const authorization = request.headers.authorization ?? ''
  const answer =
    name === 'oauth.v2.access'
      ? exchange(state, body, authorization)
      : answerMethod(state, name, request, body)
  if (fault === 'lost') return void request.socket.destroy()
  const scopes = state.tokens.get(authorization.replace(/^Bearer /, ''))?.scopes
  send(response, 200, answer, scopes ? { 'x-oauth-scopes': scopes.join(',') } : {})
}

function addUser(state: SlackState, user: Partial<SlackServerUser> = {}): SlackServerUser {
  const id = user.id ?? idOf('U')
  const added: SlackServerUser = {
    id,
    team_id: state.teamId,
    name: id.toLowerCase(),
    real_name: `User ${id}`,
    deleted: false,
    is_bot: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_stranger: false,
    is_email_confirmed: true,
    tz: 'Europe/Madrid',
    locale: 'en-US',
    email: `${id.toLowerCase()}@example.com`,
    ...user,
  }
  state.users.set(id, added)
  return added
}

/** Returns the tokens, helpers and settings of a started server. */
function describeServer(state: SlackState): Omit<SlackServer, 'stop'> {
  const appToken = secretOf('xapp-1-')
  state.tokens.set(appToken, {
    kind: 'app',
    team_id: state.teamId,
    scopes: ['connections:write'],
    error: null,
    expires_at: null,
  })
  state.channels.set('C0GENERAL', 'ok')
  const apiUrl = `${state.origin}/api`
  return {
    ...state,
    apiUrl,
    env: {
      SLACK_API_URL: apiUrl,
      SLACK_CLIENT_ID: state.clientId,
      SLACK_CLIENT_SECRET: state.clientSecret,
      SLACK_SIGNING_SECRET: state.signingSecret,
    },
    botToken: addBotToken(state, { rotates: false }),
    appToken,
    payloads: createPayloads(state),
    addUser: (user) => addUser(state, user),
    addBotToken: (options) => addBotToken(state, options),
    addCode: (redirectUri) => addCode(state, redirectUri),
    addTrigger: () => addTrigger(state),
    addResponseUrl: () => addResponseUrl(state),
    failNext(method, ...faults) {
      state.faults.set(method, [...(state.faults.get(method) ?? []), ...faults])
    },
    sign: (body, at, contentType) => signBody(body, at, state.signingSecret, contentType),
    count: (method) => state.calls.filter((call) => call.method === method).length,
  }
}

/**
 * Starts a local Slack: its Web API, OAuth and response addresses. Collects every violation of its
 * published rules and injects faults. `now` is the clock of triggers, tokens and the pace of
 * messages: pass the clock of the tested server if that is movable.
 */
export async function startSlackServer(now: () => number = Date.now): Promise<SlackServer> {
  const state = createState(now)
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      state.violations.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  state.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    ...describeServer(state),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
