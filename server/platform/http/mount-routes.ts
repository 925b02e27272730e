import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledQuery } from 'kysely'
import { type Language } from '#contract/schemas/common.ts'
import { allowsImpersonation } from '#contract/impersonation.ts'
import { limits } from '#contract/limits.ts'
import { apiPrefix, cursorHeader, idempotencyHeader, type Route } from '#contract/routes/route.ts'
import {
  type BodyOf,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
  type RouteName,
  routes,
} from '#contract/routes/index.ts'
import type { Ability } from '#contract/permissions.ts'
import { type Scope, findRequiredScope } from '#contract/scopes.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import { type IdempotentCall, requestHash } from './idempotency.ts'
import { recordPrivatePostRead } from '#server/platform/audit/private-post-reads.ts'
import type { PreAuthCharge, RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type Account,
  type Actor,
  authenticate,
  sessionQuery,
  isActor,
  isSameSession,
  SessionCache,
  type AuthSessionRow,
  toPrincipal,
} from '#server/platform/auth/sessions.ts'
import { negotiateLanguage } from '#server/platform/i18n/messages.ts'
import { createUploadBudget, type UploadReservation } from '#server/platform/files/upload-budget.ts'
import { parseInput } from './validation.ts'
import { isSignInRoute } from '#server/platform/observability/security-log.ts'

type AccessOf<N extends RouteName> = (typeof routes)[N]['access']
/**
 * Who stands behind a call: nobody for public ones, the account for temporary ones, a user with the
 * ability otherwise.
 */
export type PrincipalFor<N extends RouteName> =
  AccessOf<N> extends 'public' ? null : AccessOf<N> extends 'temporary' ? Account | Actor : Actor

/** One call, already parsed and allowed. `at` is the one moment of the whole call. */
export type RouteCall<N extends RouteName> = {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  actor: PrincipalFor<N>
  at: Date
  language: Language
  /** The address of the caller, behind TRUST_PROXY's proxies. */
  clientAddress: string
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
export type RouteHandler<N extends RouteName> = (
  call: RouteCall<N>,
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
export type ReadHandler<N extends RouteName, R> = {
  query: (call: RouteCall<N>) => CompiledQuery<R>
  respond: (call: RouteCall<N>, rows: R[]) => OutputOf<N>
}
export type MountRoute = <N extends RouteName, R = never>(
  name: N,
  handler: RouteHandler<N> | ReadHandler<N, R>,
) => void

export function hasAbility(actor: Actor, ability: Ability): boolean {
  return actor.abilities.has(ability)
}
/** Refuses unless the actor has the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (!hasAbility(actor, ability)) throwRefusal('forbidden')
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
export function forbidImpersonation(who: Pick<Account, 'kind'>): void {
  if (who.kind === 'impersonation') throwRefusal('forbidden')
}

/** Of a request without a key nothing is compared. */
const emptyHash = Buffer.alloc(0)
/**
 * The idempotency of a call that moves points or money: key from the header, hash over route and
 * input.
 */
export function toIdempotentCall<N extends RouteName>(name: N, call: RouteCall<N>): IdempotentCall {
  const actor = call.actor
  if (!actor || !('user_id' in actor)) throw new Error(`${name} has no user`)
  const key = call.reply.raw.request.headers[idempotencyHeader]
  if (
    typeof key === 'string' &&
    (key.length > limits.idempotency_key_chars_max || key.includes('\u0000'))
  )
    throwRefusal('malformed', { field: idempotencyHeader })
  const given = typeof key === 'string' && key ? key : null
  return {
    workspace_id: actor.workspace_id,
    user_id: actor.user_id,
    key: given,
    hash: given === null ? emptyHash : requestHash(name, call.params, call.body),
    at: call.at,
  }
}

function readBearerToken(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

/**
 * Refuses an access token where it has no business: its scopes bound it, besides the abilities of
 * its owner.
 */
function requireScope(who: Account, scope: Scope | null): void {
  if (who.kind !== 'token' || (scope && hasScope(who, scope))) return
  if (!scope) throwRefusal('forbidden')
  throwRefusal('scope_missing', { params: { scope } })
}

/** Who asks is known from here on, also to what answers an error and to the log of a refusal. */
function attachPrincipal(request: FastifyRequest, who: Account | Actor): void {
  request.principal = who
  if (!isActor(who)) return
  request.workspace_id = who.workspace_id
  request.language = who.language
}

/**
 * Default deny: a token of the wrong kind is 401, a missing scope or ability 403, an unpaid
 * workspace 402.
 */
function authorize(
  { name, route, scope }: Pick<RequestScope, 'name' | 'route' | 'scope'>,
  who: Account | Actor,
): void {
  requireScope(who, scope)
  if (who.kind === 'impersonation' && !allowsImpersonation(name)) throwRefusal('forbidden')
  if (route.access === 'public' || route.access === 'temporary') return
  if (!isActor(who)) throwRefusal('unauthorized')
  if (!route.inactive && !who.billing_active) throwRefusal('billing_inactive')
  if (!who.abilities.has(route.access)) throwRefusal('forbidden')
}

type CallerState = { preAuthCharge: PreAuthCharge | undefined; sessionCache: SessionCache }
type RequestScope = {
  name: RouteName
  route: Route
  scope: Scope | null
  request: FastifyRequest
  reply: FastifyReply
  at: Date
  upload?: UploadReservation
}
/**
 * Who asks, once per request; nobody for a public call, and a dead token is 401. What they may take
 * of our time is counted on the way (platform/rates.ts): 429.
 */
async function authenticateRequest(
  { db, config }: Services,
  rates: RateLimiter | null,
  visit: RequestScope,
  { preAuthCharge, sessionCache }: CallerState,
): Promise<Account | Actor | null> {
  const { name, route, request, reply, at } = visit
  const token = readBearerToken(request)
  if (route.access === 'public') return null
  const who = token
    ? ((await authenticate(db, token, at, config.billing, sessionCache)) ?? null)
    : null
  if (preAuthCharge) rates?.checkAfterAuth(preAuthCharge, name, route, who, at, reply)
  if (!who) throwRefusal('unauthorized')
  attachPrincipal(request, who)
  authorize(visit, who)
  return who
}

/**
 * The whole of an uploaded file. A refused one is read to its end, as the parser of the form
 * expects.
 */
async function readUploadedFile(
  stream: AsyncIterable<Buffer>,
  upload: UploadReservation,
): Promise<Buffer> {
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
async function readMultipartForm(
  request: FastifyRequest,
  fileSize: number,
  upload: UploadReservation,
): Promise<{ fields: Record<string, unknown>; file: Buffer | undefined; file_name: string }> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let file: Buffer | undefined
  let fileName = ''
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'file') {
        file = await readUploadedFile(part.file, upload)
        // A part without a name has none at all, whatever its type says.
        fileName = ((part.filename as string | undefined) ?? '')
          .toWellFormed()
          .replaceAll('\u0000', '')
          .slice(-200)
        if (part.file.truncated) throwRefusal('file_too_large', { field: 'file' })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // What the parser cannot read, it says by a plain error: the form is broken (or was cut off),
    // not the server.
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined)
      throw error
    throwRefusal('malformed')
  }
  return { fields: { ...fields }, file, file_name: fileName }
}

/** The values of a form's fields, which arrive as text, as a JSON body would hold them. */
function parseFormFields(
  { form = {} }: Route,
  fields: Record<string, unknown>,
): Record<string, unknown> {
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
async function recordImpersonatedCall(
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
async function* withByteOrderMark(
  lines: AsyncIterable<string>,
  query: unknown,
): AsyncGenerator<string> {
  if ((query as { bom?: string } | undefined)?.bom === '1') yield '\uFEFF'
  yield* lines
}

/** What came with a request, parsed as its call wants it. */
async function parseCall<N extends RouteName>(
  { route, request, reply, at, upload }: RequestScope,
  who: Account | Actor | null,
): Promise<RouteCall<N>> {
  let params: unknown
  try {
    params = route.params ? parseInput(route.params, request.params) : undefined
  } catch {
    throwRefusal('not_found')
  }
  let query: unknown
  try {
    query = route.query ? parseInput(route.query, request.query) : undefined
  } catch (error) {
    throwRefusal(
      'malformed',
      error instanceof Refusal && error.list[0]?.field ? { field: error.list[0].field } : {},
    )
  }
  const form = upload
    ? await readMultipartForm(request, route.fileBytesMax ?? limits.file_bytes_max, upload)
    : undefined
  const body = route.body
    ? parseInput(route.body, form ? parseFormFields(route, form.fields) : (request.body ?? {}))
    : undefined
  return {
    params,
    query,
    body,
    actor: who,
    at,
    token: readBearerToken(request),
    clientAddress: request.ip,
    file: form?.file,
    file_name: form?.file_name ?? '',
    language: negotiateLanguage(
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
export function createRouteMounter(
  app: FastifyInstance,
  services: Services,
  options: { check_outputs: boolean; rates: RateLimiter | null },
): { handle: MountRoute; mounted: RouteName[] } {
  const mounted: RouteName[] = []
  const remembered = new SessionCache()
  const uploads = createUploadBudget()
  const { rates } = options

  /**
   * Asks who it is and what they want to read at once, by what is remembered of them; undefined
   * where that has to be asked one after the other.
   */
  async function speculativeRead<N extends RouteName, R>(
    visit: RequestScope,
    reading: ReadHandler<N, R>,
    arrival: PreAuthCharge | undefined,
  ): Promise<{ answer: OutputOf<N> } | undefined> {
    const { name, route, request, reply, at } = visit
    const question = sessionQuery(readBearerToken(request), at)
    const before = question && remembered.get(question, at)
    if (!question || !before) return undefined
    const who = toPrincipal(before, at, services.config.billing)
    let asked: { call: RouteCall<N>; query: CompiledQuery<R> }
    try {
      authorize(visit, who)
      const call = await parseCall<N>(visit, who)
      asked = { call, query: reading.query(call) }
    } catch {
      // Nobody is refused by what is remembered either: what is wrong is said once it is known who
      // asks.
      return undefined
    }
    const { call, query } = asked
    const [[now], rows] = await services.db.readAfter<AuthSessionRow, R>(question, query)
    if (!isSameSession(now, before)) return undefined
    if (arrival) rates?.checkAfterAuth(arrival, name, route, who, at, reply)
    attachPrincipal(request, who)
    return { answer: reading.respond(call, rows) }
  }

  const handle: MountRoute = (name, handler) => {
    const route: Route = routes[name]
    const scope = findRequiredScope(name, route)
    const letsIn = isSignInRoute(name)
    mounted.push(name)
    async function runHandler(visit: RequestScope, who: Account | Actor | null): Promise<unknown> {
      const call = await parseCall<typeof name>(visit, who)
      if (who && isActor(who) && who.kind === 'impersonation' && route.method !== 'GET')
        await recordImpersonatedCall(services, who, name, call.params, call.at)
      const result: unknown =
        typeof handler === 'function'
          ? await handler(call)
          : handler.respond(
              call,
              await services.db.read((who as Actor).workspace_id, handler.query(call)),
            )
      if (letsIn) app.securityLog.signedIn(visit.request)
      return result
    }
    app.route({
      method: route.method,
      url: apiPrefix + route.path,
      config: { rateLimit: 'contract' },
      handler: async (request, reply) => {
        const visit: RequestScope = { name, route, scope, request, reply, at: services.clock.now() }
        const arrival = rates?.checkBeforeAuth(
          { route, name, token: readBearerToken(request), client: request.ip, at: visit.at },
          reply,
        )
        const ahead =
          typeof handler === 'function' ? undefined : await speculativeRead(visit, handler, arrival)
        if (ahead) return sendAudited(visit, ahead.answer)
        const who = await authenticateRequest(services, rates, visit, {
          preAuthCharge: arrival,
          sessionCache: remembered,
        })
        if (!route.multipart || !request.isMultipart() || !who || !isActor(who))
          return await sendAudited(visit, await runHandler(visit, who))
        const upload = uploads.start(who.workspace_id)
        try {
          return await sendAudited(visit, await runHandler({ ...visit, upload }, who))
        } finally {
          upload.release()
        }
      },
    })
  }

  /**
   * Sends a result; that an operator in somebody's place reads private posts is written down first.
   */
  async function sendAudited(visit: RequestScope, result: unknown): Promise<unknown> {
    const {
      request: { principal, workspace_id: workspaceId, params },
      name,
      at,
    } = visit
    if (principal?.kind === 'impersonation' && workspaceId)
      await recordPrivatePostRead(
        services,
        { ...principal, workspace_id: workspaceId },
        { name, params, result },
        at,
      )
    return send(visit, result)
  }

  function send({ route, request, reply }: RequestScope, result: unknown): unknown {
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
            .send(Readable.from(withByteOrderMark(result as AsyncIterable<string>, request.query)))
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
