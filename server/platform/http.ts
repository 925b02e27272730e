import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledQuery } from 'kysely'
import { type Language } from '#contract/common.ts'
import { allowsImpersonation } from '#contract/impersonation.ts'
import { limits } from '#contract/limits.ts'
import { apiPrefix, cursorHeader, idempotencyHeader, type Route } from '#contract/route.ts'
import {
  type BodyOf,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
  type RouteName,
  routes,
} from '#contract/routes.ts'
import type { Ability } from '#contract/permissions.ts'
import { type Scope, scopeOf } from '#contract/scopes.ts'
import { audit } from './audit.ts'
import { fail, Refusal } from './errors.ts'
import { type IdempotentCall, requestHash } from './idempotency.ts'
import { recordPrivateRead } from './private-reads.ts'
import type { Arrival, Rates } from './rates.ts'
import type { Services } from './services.ts'
import {
  type Account,
  type Actor,
  enter,
  entering,
  isActor,
  isSame,
  Remembered,
  type SessionRow,
  whoIs,
} from './sessions.ts'
import { languageOf } from './texts.ts'
import { createUploads, type Upload } from './uploads.ts'
import { parse } from './validation.ts'
import { letsIn } from './watch.ts'

type AccessOf<N extends RouteName> = (typeof routes)[N]['access']
/**
 * Who stands behind a call: nobody for public ones, the account for temporary ones, a user with the
 * ability otherwise.
 */
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
/**
 * A CSV call answers its lines and a file its text piece by piece, a stream its events, a PDF call
 * its bytes; every other call its output.
 */
export type Handler<N extends RouteName> = (
  call: Call<N>,
) => Promise<
  (typeof routes)[N] extends { format: 'csv' | 'events' | 'file' }
    ? AsyncIterable<string>
    : (typeof routes)[N] extends { format: 'pdf' }
      ? Buffer
      : OutputOf<N>
>
/**
 * A call that is one reading statement: what to ask, and what to answer. It is asked in the same
 * round trip as the question who asks, by what was known of them before; if they have changed
 * since, it is asked again (decision 036).
 */
export type Reading<N extends RouteName, R> = {
  ask: (call: Call<N>) => CompiledQuery<R>
  answer: (call: Call<N>, rows: R[]) => OutputOf<N>
}
export type Handle = <N extends RouteName, R = never>(
  name: N,
  handler: Handler<N> | Reading<N, R>,
) => void

export function may(actor: Actor, ability: Ability): boolean {
  return actor.abilities.has(ability)
}
/** Refuses unless the actor has the ability. */
export function must(actor: Actor, ability: Ability): void {
  if (!may(actor, ability)) fail('forbidden')
}

/**
 * Whether the caller may read what belongs to a scope: always by a session, by an access token only
 * with the scope.
 */
export function hasScope(
  { kind, scopes }: Pick<Account, 'kind' | 'scopes'>,
  scope: Scope,
): boolean {
  return kind !== 'token' || scopes.includes(scope)
}

/** Refuses under impersonation: what is about the person behind the account is theirs alone. */
export function mustBeOneself(who: Pick<Account, 'kind'>): void {
  if (who.kind === 'impersonation') fail('forbidden')
}

/** Of a request without a key nothing is compared. */
const nothing = Buffer.alloc(0)
/**
 * The idempotency of a call that moves points or money: key from the header, hash over route and
 * input.
 */
export function idempotent<N extends RouteName>(name: N, call: Call<N>): IdempotentCall {
  const actor = call.actor
  if (!actor || !('user_id' in actor)) throw new Error(`${name} has no user`)
  const key = call.reply.raw.request.headers[idempotencyHeader]
  if (
    typeof key === 'string' &&
    (key.length > limits.idempotency_key_chars_max || key.includes('\u0000'))
  )
    fail('malformed', { field: idempotencyHeader })
  const given = typeof key === 'string' && key ? key : null
  return {
    workspace_id: actor.workspace_id,
    user_id: actor.user_id,
    key: given,
    hash: given === null ? nothing : requestHash(name, call.params, call.body),
    at: call.at,
  }
}

function bearer(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

/**
 * Refuses an access token where it has no business: its scopes bound it, besides the abilities of
 * its owner.
 */
function mustHaveScope(who: Account, scope: Scope | null): void {
  if (who.kind !== 'token' || (scope && hasScope(who, scope))) return
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

/**
 * Default deny: a token of the wrong kind is 401, a missing scope or ability 403, an unpaid
 * workspace 402.
 */
function mustBeAllowed(
  { name, route, scope }: Pick<Visit, 'name' | 'route' | 'scope'>,
  who: Account | Actor,
): void {
  mustHaveScope(who, scope)
  if (who.kind === 'impersonation' && !allowsImpersonation(name)) fail('forbidden')
  if (route.access === 'public' || route.access === 'temporary') return
  if (!isActor(who)) fail('unauthorized')
  if (!route.inactive && !who.billing_active) fail('billing_inactive')
  if (!who.abilities.has(route.access)) fail('forbidden')
}

type Known = { arrival: Arrival | undefined; remembered: Remembered }
type Visit = {
  name: RouteName
  route: Route
  scope: Scope | null
  request: FastifyRequest
  reply: FastifyReply
  at: Date
  upload?: Upload
}
/**
 * Who asks, once per request; nobody for a public call, and a dead token is 401. What they may take
 * of our time is counted on the way (platform/rates.ts): 429.
 */
async function admit(
  { db, config }: Services,
  rates: Rates | null,
  visit: Visit,
  { arrival, remembered }: Known,
): Promise<Account | Actor | null> {
  const { name, route, request, reply, at } = visit
  const token = bearer(request)
  if (route.access === 'public') return null
  const who = token ? ((await enter(db, token, at, config.billing, remembered)) ?? null) : null
  if (arrival) rates?.known(arrival, name, route, who, at, reply)
  if (!who) fail('unauthorized')
  greet(request, who)
  mustBeAllowed(visit, who)
  return who
}

/**
 * The whole of an uploaded file. A refused one is read to its end, as the parser of the form
 * expects.
 */
async function readFile(stream: AsyncIterable<Buffer>, upload: Upload): Promise<Buffer> {
  const chunks: Buffer[] = []
  let refusal: unknown
  for await (const chunk of stream) {
    if (refusal) continue
    try {
      upload.add(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      refusal = error
      chunks.length = 0
    }
  }
  if (refusal) throw refusal as Error
  return Buffer.concat(chunks)
}

/** A multipart form as the fields it carries and at most one picture. */
async function readForm(
  request: FastifyRequest,
  fileSize: number,
  upload: Upload,
): Promise<{ fields: Record<string, unknown>; file: Buffer | undefined; file_name: string }> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let file: Buffer | undefined
  let file_name = ''
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'file') {
        file = await readFile(part.file, upload)
        // A part without a name has none at all, whatever its type says.
        file_name = ((part.filename as string | undefined) ?? '')
          .toWellFormed()
          .replaceAll('\u0000', '')
          .slice(-200)
        if (part.file.truncated) fail('file_too_large', { field: 'file' })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // What the parser cannot read, it says by a plain error: the form is broken (or was cut off),
    // not the server.
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined)
      throw error
    fail('malformed')
  }
  return { fields: { ...fields }, file, file_name }
}

/** The values of a form's fields, which arrive as text, as a JSON body would hold them. */
function fromForm({ form = {} }: Route, fields: Record<string, unknown>): Record<string, unknown> {
  const read = (name: string, value: unknown) =>
    typeof value === 'string' && Object.hasOwn(form, name) ? form[name]?.(value) : value
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, read(name, value)]),
  )
}

/**
 * Whatever is done in somebody's place is written down before it is done, besides what the act
 * itself records.
 */
async function recordAct(
  { db }: Services,
  actor: Actor,
  call: RouteName,
  params: unknown,
  at: Date,
): Promise<void> {
  const id = (params as { id?: string } | undefined)?.id
  await db.tenant(actor.workspace_id, (trx) =>
    audit(trx, actor, 'impersonation.act', { call, ...(id === undefined ? {} : { id }) }, at),
  )
}

/**
 * A CSV file, with the mark by which spreadsheets know that it is UTF-8 if the call asked for it
 * (`bom`).
 */
async function* csvFile(lines: AsyncIterable<string>, query: unknown): AsyncGenerator<string> {
  if ((query as { bom?: string } | undefined)?.bom === '1') yield '\uFEFF'
  yield* lines
}

/** What came with a request, parsed as its call wants it. */
async function callOf<N extends RouteName>(
  { route, request, reply, at, upload }: Visit,
  who: Account | Actor | null,
): Promise<Call<N>> {
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
    fail(
      'malformed',
      error instanceof Refusal && error.list[0]?.field ? { field: error.list[0].field } : {},
    )
  }
  const form = upload
    ? await readForm(request, route.file_bytes_max ?? limits.file_bytes_max, upload)
    : undefined
  const body = route.body
    ? parse(route.body, form ? fromForm(route, form.fields) : (request.body ?? {}))
    : undefined
  return {
    params,
    query,
    body,
    actor: who,
    at,
    token: bearer(request),
    client: request.ip,
    file: form?.file,
    file_name: form?.file_name ?? '',
    language: languageOf(
      request.headers['accept-language'],
      who && isActor(who) ? who.language : undefined,
    ),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    reply: {
      raw: reply,
      cursor: (next: string | null) => {
        if (next !== null) reply.header(cursorHeader, next)
      },
    },
  } as never
}

/**
 * Mounts calls of the contract on the app. Whatever is not mounted does not exist and is not in the
 * OpenAPI document.
 */
export function mounter(
  app: FastifyInstance,
  services: Services,
  options: { check_outputs: boolean; rates: Rates | null },
): { handle: Handle; mounted: RouteName[] } {
  const mounted: RouteName[] = []
  const remembered = new Remembered()
  const uploads = createUploads()
  const { rates } = options

  /**
   * Asks who it is and what they want to read at once, by what is remembered of them; undefined
   * where that has to be asked one after the other.
   */
  async function readAhead<N extends RouteName, R>(
    visit: Visit,
    reading: Reading<N, R>,
    arrival: Arrival | undefined,
  ): Promise<{ answer: OutputOf<N> } | undefined> {
    const { name, route, request, reply, at } = visit
    const question = entering(bearer(request), at)
    const before = question && remembered.of(question, at)
    if (!question || !before) return undefined
    const who = whoIs(before, at, services.config.billing)
    let asked: { call: Call<N>; query: CompiledQuery<R> }
    try {
      mustBeAllowed(visit, who)
      const call = await callOf<N>(visit, who)
      asked = { call, query: reading.ask(call) }
    } catch {
      // Nobody is refused by what is remembered either: what is wrong is said once it is known who
      // asks.
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
    async function perform(visit: Visit, who: Account | Actor | null): Promise<unknown> {
      const call = await callOf<typeof name>(visit, who)
      if (who && isActor(who) && who.kind === 'impersonation' && route.method !== 'GET')
        await recordAct(services, who, name, call.params, call.at)
      const result: unknown =
        typeof handler === 'function'
          ? await handler(call)
          : handler.answer(
              call,
              await services.db.read((who as Actor).workspace_id, handler.ask(call)),
            )
      if (lets_in) app.watch.passed(visit.request)
      return result
    }
    app.route({
      method: route.method,
      url: apiPrefix + route.path,
      config: { rate: 'contract' },
      handler: async (request, reply) => {
        const visit: Visit = { name, route, scope, request, reply, at: services.clock.now() }
        const arrival = rates?.arrive(
          { route, name, token: bearer(request), client: request.ip, at: visit.at },
          reply,
        )
        const ahead =
          typeof handler === 'function' ? undefined : await readAhead(visit, handler, arrival)
        if (ahead) return answered(visit, ahead.answer)
        const who = await admit(services, rates, visit, { arrival, remembered })
        if (!route.multipart || !request.isMultipart() || !who || !isActor(who))
          return await answered(visit, await perform(visit, who))
        const upload = uploads.start(who.workspace_id)
        try {
          return await answered(visit, await perform({ ...visit, upload }, who))
        } finally {
          upload.end()
        }
      },
    })
  }

  /**
   * Sends a result; that an operator in somebody's place reads private posts is written down first.
   */
  async function answered(visit: Visit, result: unknown): Promise<unknown> {
    const {
      request: { who, workspace_id, params },
      name,
      at,
    } = visit
    if (who?.kind === 'impersonation' && workspace_id)
      await recordPrivateRead(services, { ...who, workspace_id }, { name, params, result }, at)
    return send(visit, result)
  }

  function send({ route, request, reply }: Visit, result: unknown): unknown {
    if (result === undefined) return reply.code(204).send()
    // Nothing on the way may gather events before it hands them on; the connection has served its
    // purpose when they end.
    if (route.format === 'events')
      return reply
        .type('text/event-stream')
        .header('x-accel-buffering', 'no')
        .header('connection', 'close')
        .send(Readable.from(result as AsyncIterable<string>))
    if (route.format === 'csv' || route.format === 'pdf') {
      void reply.header(
        'content-disposition',
        `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}"`,
      )
      return route.format === 'csv'
        ? reply
            .type('text/csv; charset=utf-8')
            .send(Readable.from(csvFile(result as AsyncIterable<string>, request.query)))
        : reply.type('application/pdf').send(result)
    }
    if (route.format === 'file') {
      void reply.header(
        'content-disposition',
        `attachment; filename="${route.path.split('/').at(-1) ?? 'file'}.json"`,
      )
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(result as AsyncIterable<string>))
    }
    if (options.check_outputs) route.output.parse(JSON.parse(JSON.stringify(result)))
    return reply.send(result)
  }
  return { handle, mounted }
}
