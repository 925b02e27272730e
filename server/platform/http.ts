import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledQuery } from 'kysely'
import { type Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import { apiPrefix, cursorHeader, idempotencyHeader, type Route } from '#contract/route.ts'
import { type BodyOf, type OutputOf, type ParamsOf, type QueryOf, type RouteName, routes } from '#contract/routes.ts'
import type { Ability } from '#contract/permissions.ts'
import { type Scope, scopeOf } from '#contract/scopes.ts'
import { audit } from './audit.ts'
import { fail, Refusal } from './errors.ts'
import { type IdempotentCall, requestHash } from './idempotency.ts'
import type { Arrival, Rates } from './rates.ts'
import type { Services } from './services.ts'
import { type Account, type Actor, enter, entering, isActor, isSame, Remembered, type SessionRow, whoIs } from './sessions.ts'
import { languageOf } from './texts.ts'
import { parse } from './validation.ts'
import { letsIn } from './watch.ts'

type AccessOf<N extends RouteName> = (typeof routes)[N]['access']
/** Who stands behind a call: nobody for public ones, the account for temporary ones, a user with the ability otherwise. */
export type Who<N extends RouteName> =
  AccessOf<N> extends 'public' ? null : AccessOf<N> extends 'temporary' ? Account | Actor : Actor

/** One call, already parsed and allowed. `at` is the one moment of the whole call. */
export type Call<N extends RouteName> = {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  actor: Who<N>
  at: Date
  language: Language
  /** The address of the caller, behind TRUST_PROXY's proxies. */
  client: string
  user_agent: string
  token: string
  file: Buffer | undefined
  /** The name the file had where it came from; for showing alone. */
  file_name: string
  reply: { cursor(next: string | null): void; raw: FastifyReply }
}
/** A CSV call answers its lines and a file its text piece by piece, a stream its events, a PDF call its bytes; every other call its output. */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<
  (typeof routes)[N] extends { format: 'csv' | 'events' | 'file' } ? AsyncIterable<string> : (typeof routes)[N] extends { format: 'pdf' } ? Buffer : OutputOf<N>>
/**
 * A call that is one reading statement: what to ask, and what to answer. It is asked in the same round trip as the question
 * who asks, by what was known of them before; if they have changed since, it is asked again (decision 036).
 */
export type Reading<N extends RouteName, R> = { ask: (call: Call<N>) => CompiledQuery<R>; answer: (call: Call<N>, rows: R[]) => OutputOf<N> }
export type Handle = <N extends RouteName, R = never>(name: N, handler: Handler<N> | Reading<N, R>) => void

export function may(actor: Actor, ability: Ability): boolean {
  return actor.abilities.has(ability)
}
/** Refuses unless the actor has the ability. */
export function must(actor: Actor, ability: Ability): void {
  if (!may(actor, ability)) fail('forbidden')
}

/** Refuses under impersonation: what is about the person behind the account is theirs alone. */
export function mustBeOneself(who: Pick<Account, 'kind'>): void {
  if (who.kind === 'impersonation') fail('forbidden')
}

/** Of a request without a key nothing is compared. */
const nothing = Buffer.alloc(0)
/** The idempotency of a call that moves points or money: key from the header, hash over route and input. */
export function idempotent<N extends RouteName>(name: N, call: Call<N>): IdempotentCall {
  const actor = call.actor
  if (!actor || !('user_id' in actor)) throw new Error(`${name} has no user`)
  const key = call.reply.raw.request.headers[idempotencyHeader]
  if (typeof key === 'string' && (key.length > limits.idempotency_key_chars_max || key.includes('\u0000'))) fail('malformed', { field: idempotencyHeader })
  const given = typeof key === 'string' && key ? key : null
  return {
    workspace_id: actor.workspace_id, user_id: actor.user_id, key: given,
    hash: given === null ? nothing : requestHash(name, call.params, call.body), at: call.at,
  }
}

function bearer(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

/** Refuses an access token where it has no business: its scopes bound it, besides the abilities of its owner. */
function mustHaveScope({ kind, scopes }: Account, scope: Scope | null): void {
  if (kind !== 'token' || (scope && scopes.includes(scope))) return
  if (!scope) fail('forbidden')
  fail('scope_missing', { params: { scope } })
}

/** Who asks is known from here on, also to what answers an error and to the log of a refusal. */
function greet(request: FastifyRequest, who: Account | Actor): void {
  request.who = who
  if (!isActor(who)) return
  request.workspace_id = who.workspace_id
  request.language = who.language
}

/** Default deny: a token of the wrong kind is 401, a missing scope or ability 403, an unpaid workspace 402. */
function mustBeAllowed(route: Route, scope: Scope | null, who: Account | Actor): void {
  mustHaveScope(who, scope)
  if (route.access === 'public' || route.access === 'temporary') return
  if (!isActor(who)) fail('unauthorized')
  if (!route.inactive && !who.billing_active) fail('billing_inactive')
  if (!who.abilities.has(route.access)) fail('forbidden')
}

type Known = { arrival: Arrival | undefined; remembered: Remembered }
type Visit = { name: RouteName; route: Route; scope: Scope | null; request: FastifyRequest; reply: FastifyReply; at: Date }
/**
 * Who asks, once per request; nobody for a public call, and a dead token is 401. What they may take of our time is counted
 * on the way (platform/rates.ts): 429.
 */
async function admit({ db, config }: Services, rates: Rates | null, { name, route, scope, request, reply, at }: Visit, { arrival, remembered }: Known): Promise<Account | Actor | null> {
  const token = bearer(request)
  if (route.access === 'public') return null
  const who = token ? await enter(db, token, at, config.billing, remembered) ?? null : null
  if (arrival) rates?.known(arrival, name, route, who, at, reply)
  if (!who) fail('unauthorized')
  greet(request, who)
  mustBeAllowed(route, scope, who)
  return who
}

/** A multipart form as the fields it carries and at most one picture. */
async function readForm(request: FastifyRequest, fileSize: number): Promise<{ fields: Record<string, unknown>; file: Buffer | undefined; file_name: string }> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let file: Buffer | undefined
  let file_name = ''
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'file') {
        file = await part.toBuffer()
        // A part without a name has none at all, whatever its type says.
        file_name = ((part.filename as string | undefined) ?? '').toWellFormed().replaceAll('\u0000', '').slice(-200)
        if (part.file.truncated) fail('file_too_large', { field: 'file' })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // What the parser cannot read, it says by a plain error: the form is broken (or was cut off), not the server.
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined) throw error
    fail('malformed')
  }
  return { fields: { ...fields }, file, file_name }
}

/** Whatever is done in somebody's place is written down before it is done, besides what the act itself records. */
async function recordAct({ db }: Services, actor: Actor, call: RouteName, params: unknown, at: Date): Promise<void> {
  const id = (params as { id?: string } | undefined)?.id
  await db.tenant(actor.workspace_id, (trx) => audit(trx, actor, 'impersonation.act', { call, ...(id === undefined ? {} : { id }) }, at))
}

/** A CSV file, with the mark by which spreadsheets know that it is UTF-8 if the call asked for it (`bom`). */
async function* csvFile(lines: AsyncIterable<string>, query: unknown): AsyncGenerator<string> {
  if ((query as { bom?: string } | undefined)?.bom === '1') yield '\uFEFF'
  yield* lines
}

/** What came with a request, parsed as its call wants it. */
async function callOf<N extends RouteName>({ route, request, reply, at }: Visit, who: Account | Actor | null): Promise<Call<N>> {
  let params: unknown
  try {
    params = route.params ? parse(route.params, request.params) : undefined
  } catch {
    fail('not_found')
  }
  let query: unknown
  try {
    query = route.query ? parse(route.query, request.query) : undefined
  } catch (error) {
    fail('malformed', error instanceof Refusal && error.list[0]?.field ? { field: error.list[0].field } : {})
  }
  const form = route.multipart && request.isMultipart() ? await readForm(request, route.file_bytes_max ?? limits.file_bytes_max) : undefined
  const body = route.body ? parse(route.body, form?.fields ?? request.body ?? {}) : undefined
  return {
    params, query, body, actor: who, at, token: bearer(request), client: request.ip, file: form?.file, file_name: form?.file_name ?? '',
    language: languageOf(request.headers['accept-language'], who && isActor(who) ? who.language : undefined),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    reply: { raw: reply, cursor: (next: string | null) => { if (next !== null) reply.header(cursorHeader, next) } },
  } as never
}

/** Mounts calls of the contract on the app. Whatever is not mounted does not exist and is not in the OpenAPI document. */
export function mounter(app: FastifyInstance, services: Services, options: { check_outputs: boolean; rates: Rates | null }): { handle: Handle; mounted: RouteName[] } {
  const mounted: RouteName[] = []
  const remembered = new Remembered()
  const { rates } = options

  /** Asks who it is and what they want to read at once, by what is remembered of them; undefined where that has to be asked one after the other. */
  async function readAhead<N extends RouteName, R>(visit: Visit, reading: Reading<N, R>, arrival: Arrival | undefined): Promise<{ answer: OutputOf<N> } | undefined> {
    const { name, route, scope, request, reply, at } = visit
    const question = entering(bearer(request), at)
    const before = question && remembered.of(question, at)
    if (!question || !before) return undefined
    const who = whoIs(before, at, services.config.billing)
    let asked: { call: Call<N>; query: CompiledQuery<R> }
    try {
      mustBeAllowed(route, scope, who)
      const call = await callOf<N>(visit, who)
      asked = { call, query: reading.ask(call) }
    } catch {
      // Nobody is refused by what is remembered either: what is wrong is said once it is known who asks.
      return undefined
    }
    const { call, query } = asked
    const [[now], rows] = await services.db.readAfter<SessionRow, R>(question, query)
    if (!isSame(now, before)) return undefined
    if (arrival) rates?.known(arrival, name, route, who, at, reply)
    greet(request, who)
    return { answer: reading.answer(call, rows) }
  }

  const handle: Handle = (name, handler) => {
    const route: Route = routes[name]
    const scope = scopeOf(name, route)
    const lets_in = letsIn(name)
    mounted.push(name)
    app.route({
      method: route.method,
      url: apiPrefix + route.path,
      handler: async (request, reply) => {
        const visit: Visit = { name, route, scope, request, reply, at: services.clock.now() }
        const arrival = rates?.arrive({ route, name, token: bearer(request), client: request.ip, at: visit.at }, reply)
        const ahead = typeof handler === 'function' ? undefined : await readAhead(visit, handler, arrival)
        if (ahead) return send(visit, ahead.answer)
        const who = await admit(services, rates, visit, { arrival, remembered })
        const call = await callOf<typeof name>(visit, who)
        if (who && isActor(who) && who.kind === 'impersonation' && route.method !== 'GET') await recordAct(services, who, name, call.params, call.at)
        const result = typeof handler === 'function' ? await handler(call) : handler.answer(call, await services.db.read((who as Actor).workspace_id, handler.ask(call)))
        if (lets_in) app.watch.passed(request)
        return send(visit, result)
      },
    })
  }

  function send({ route, request, reply }: Visit, result: unknown): unknown {
    if (result === undefined) return reply.code(204).send()
    // Nothing on the way may gather events before it hands them on; the connection has served its purpose when they end.
    if (route.format === 'events') return reply.type('text/event-stream').header('x-accel-buffering', 'no').header('connection', 'close').send(Readable.from(result as AsyncIterable<string>))
    if (route.format === 'csv' || route.format === 'pdf') {
      void reply.header('content-disposition', `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}"`)
      return route.format === 'csv' ? reply.type('text/csv; charset=utf-8').send(Readable.from(csvFile(result as AsyncIterable<string>, request.query))) : reply.type('application/pdf').send(result)
    }
    if (route.format === 'file') {
      void reply.header('content-disposition', `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}.json"`)
      return reply.type('application/json; charset=utf-8').send(Readable.from(result as AsyncIterable<string>))
    }
    if (options.check_outputs) route.output.parse(JSON.parse(JSON.stringify(result)))
    return reply.send(result)
  }
  return { handle, mounted }
}
