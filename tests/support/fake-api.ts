import { vi } from 'vitest'
import { type ApiError, type ErrorCode, errors } from '#contract/errors.ts'
import {
  type BodyOf,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
  type RouteName,
  routeNames,
  routes,
} from '#contract/routes/index.ts'
import { apiPrefix, cursorHeader, idempotencyHeader, type Route } from '#contract/routes/route.ts'
import { Refusal, throwRefusal } from '#server/platform/errors.ts'
import { parseInput } from '#server/platform/http/validation.ts'

/**
 * A fake server at the level of `fetch` for component tests. It validates every request like the
 * real server, with the same error codes, and every stubbed response against the contract. A call
 * without a stub fails the test.
 */
export type FakeCall<N extends RouteName> = {
  params: ParamsOf<N>
  query: QueryOf<N>
  body: BodyOf<N>
  file: File | null
  key: string | null
}
type Result<N extends RouteName> = OutputOf<N> | Page<OutputOf<N>>
export type Handlers = {
  [N in RouteName]?: (call: FakeCall<N>) => Result<N> | Promise<Result<N>>
}

/** An output whose next cursor is in a response header. */
class Page<T> {
  readonly items: T
  readonly next: string | null
  constructor(items: T, next: string | null) {
    this.items = items
    this.next = next
  }
}
export const pageOf = <T>(items: T, next: string | null) => new Page(items, next)

class LostConnection extends Error {}

/** Refuses a call as the server does. */
export const refuse = (
  code: ErrorCode,
  detail: {
    field?: string
    params?: Record<string, string | number>
    retry_after_s?: number
  } = {},
): never => throwRefusal(code, detail)
/** Refuses a call with several errors at once. */
export const refuseAll = (list: Refusal['list']): never => {
  throw new Refusal(list)
}
/** Loses the response, as an unreachable server does. */
export const loseConnection = (): never => {
  throw new LostConnection()
}
/** Never answers, until the page gives up. */
export const neverAnswer = (): Promise<never> => new Promise(() => {})

type AnyHandler = (call: unknown) => unknown
let handlers: Partial<Record<RouteName, AnyHandler>> = {}
let received: { name: RouteName; call: unknown }[] = []
let faults: string[] = []

const patterns = routeNames.map((name) => {
  const route: Route = routes[name]
  return {
    name,
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    // A fixed path wins over one with a parameter.
    rank: route.path.split(':').length,
  }
})
patterns.sort((a, b) => a.rank - b.rank)

function findRoute(method: string, path: string) {
  for (const { name, route, pattern } of patterns) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match)
      return {
        name,
        route,
        params: Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([key, text]) => [key, decodeURIComponent(text)]),
        ),
      }
  }
  return undefined
}

const jsonResponse = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
const refusalResponse = ({ list, status, retry_after_s: retryAfterS }: Refusal) =>
  jsonResponse(
    status,
    { errors: list.map((one): ApiError => ({ ...one, message: errors[one.code].text })) },
    retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
  )

function readBody(route: Route, body: unknown): { fields: unknown; file: File | null } {
  if (!(body instanceof FormData))
    return { fields: typeof body === 'string' ? JSON.parse(body) : {}, file: null }
  const fields: Record<string, unknown> = {}
  let file: File | null = null
  for (const [key, value] of body.entries())
    if (typeof value === 'string') fields[key] = route.form?.[key]?.(value) ?? value
    else file = value
  return { fields, file }
}

/** A malformed id in the path is an unknown one, as on the server. */
function parseParams(schema: NonNullable<Route['params']>, params: unknown) {
  try {
    return parseInput(schema, params)
  } catch {
    return throwRefusal('not_found')
  }
}

function parseCall(route: Route, params: unknown, url: URL, init: RequestInit) {
  const { fields, file } = readBody(route, init.body)
  return {
    params: route.params ? parseParams(route.params, params) : undefined,
    query: route.query ? parseInput(route.query, Object.fromEntries(url.searchParams)) : undefined,
    body: route.body ? parseInput(route.body, fields) : undefined,
    file,
    key: new Headers(init.headers).get(idempotencyHeader),
  }
}

/** Validates a stubbed output and sends it. */
function sendOutput(name: RouteName, route: Route, result: unknown): Response {
  const [output, next] = result instanceof Page ? [result.items, result.next] : [result, null]
  const checked = route.output.safeParse(output)
  if (!checked.success) throw new Error(`the stub of ${name} breaks the contract: ${checked.error}`)
  if (output === undefined) return new Response(null, { status: 204 })
  if (route.format && route.format !== 'json') return new Response(String(output))
  return jsonResponse(200, checked.data, next === null ? {} : { [cursorHeader]: next })
}

async function respond(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, location.origin)
  const method = init.method ?? 'GET'
  const found = findRoute(method, url.pathname.slice(apiPrefix.length))
  if (!found) throw new Error(`the contract has no ${method} ${url.pathname}`)
  const { name, route, params } = found
  try {
    const call = parseCall(route, params, url, init)
    received.push({ name, call })
    const handler = handlers[name]
    if (!handler) throw new Error(`no stub for ${name} ${JSON.stringify(call)}`)
    return sendOutput(name, route, await handler(call))
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error)
    throw error
  }
}

const fakeFetch = (address: string, init: RequestInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    respond(address, init).then(resolve, (error: Error) => {
      if (!(error instanceof LostConnection)) faults.push(error.message)
      reject(new TypeError('Failed to fetch'))
    })
  })

/** Adds stubs for calls; a later stub of the same call replaces the earlier one. */
export function serve(stubs: Handlers): void {
  Object.assign(handlers, stubs)
}
/** Returns the calls that arrived, oldest first. A call with invalid input does not arrive. */
export const callsTo = <N extends RouteName>(name: N): FakeCall<N>[] =>
  received.filter((one) => one.name === name).map((one) => one.call as FakeCall<N>)

/** Installs the fake server with its first stubs. */
export function startFakeApi(stubs: Handlers): void {
  handlers = {}
  received = []
  faults = []
  serve(stubs)
  vi.stubGlobal('fetch', fakeFetch)
}

/** Throws when a call had no stub, or a stub broke the contract. */
export function assertNoFaults(): void {
  const [fault] = faults.splice(0)
  if (fault) throw new Error(fault)
}
