import { type ApiError, errors } from '../contract/errors.ts'
import { cursorHeader, type Route } from '../contract/routes/route.ts'
import {
  type OutputOf,
  type PaginatedName,
  type RouteName,
  routes,
} from '../contract/routes/index.ts'
import { ApiCallError } from './api-call-error.ts'
import { buildRequest, type RequestInput } from './build-request.ts'
import type { CallArguments, CallResult, ItemOf } from './call-types.ts'
import { withRetries } from './retry.ts'

export type ClientOptions = {
  /** The address of the server, such as https://laurel.example. */
  url: string
  /** An access token or a session token. Public calls are made without it. */
  token?: string
  /** Default: the global fetch. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The language of error messages, such as `de`. */
  language?: string
  /** The time of each attempt until its answer is read; of a streamed answer until it begins. */
  timeoutMs?: number
  /** How often a call is repeated after a passing failure. */
  retries?: number
}

export type Client = {
  /** Makes a call. Throws an ApiCallError when it is refused or gets no answer. */
  call<N extends RouteName>(name: N, ...input: CallArguments<N>): Promise<CallResult<N>>
  /** Yields the pages of a list, from the cursor of the query on. Throws an ApiCallError. */
  pages<N extends PaginatedName>(name: N, ...input: CallArguments<N>): AsyncGenerator<OutputOf<N>>
  /** Yields the items of a list, page by page. Throws an ApiCallError. */
  items<N extends PaginatedName>(name: N, ...input: CallArguments<N>): AsyncGenerator<ItemOf<N>>
}

type AnyInput = Omit<RequestInput, 'token' | 'language'> & {
  signal?: AbortSignal
  timeoutMs?: number
}
type Answer = { body: unknown; next: string | null }

const connectionError = (status = 0) =>
  new ApiCallError(status, [{ code: 'unavailable', message: errors.unavailable.text }])

/** Returns the error of a refused call. An answer without the errors of the contract is a proxy's. */
async function readError(response: Response): Promise<ApiCallError> {
  const body = (await response.json().catch(() => null)) as { errors?: ApiError[] } | null
  if (!Array.isArray(body?.errors)) return connectionError(response.status)
  const retryAfterS = Number(response.headers.get('retry-after'))
  return new ApiCallError(response.status, body.errors, retryAfterS || undefined)
}

async function readBody({ format = 'json' }: Route, response: Response): Promise<unknown> {
  if (format === 'json') return response.status === 204 ? undefined : response.json()
  return format === 'csv' ? response.text() : response
}

/** Makes one attempt. Throws an ApiCallError, or the reason of the caller's signal. */
async function attemptCall(
  send: NonNullable<ClientOptions['fetch']>,
  route: Route,
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number },
): Promise<Answer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const response = await send(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    })
    if (!response.ok) throw await readError(response)
    return { body: await readBody(route, response), next: response.headers.get(cursorHeader) }
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof ApiCallError ? error : connectionError()
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the next cursor of a page: that of the header, or of the body. */
const findNextCursor = ({ body, next }: Answer) =>
  next ?? (body as { next_cursor?: string | null }).next_cursor ?? null

/**
 * Creates a client for the API of a server. Throws a TypeError when the address is invalid.
 *
 * Calls that are safe to repeat are repeated after a lost connection, 429, 502, 503 and 504: GET, PUT
 * and DELETE, and those with an Idempotency-Key, which is the same for each attempt.
 */
export function createClient({
  url,
  token,
  fetch: send = fetch,
  language,
  timeoutMs: defaultTimeoutMs = 30_000,
  retries = 3,
}: ClientOptions): Client {
  const baseUrl = new URL(url).href.replace(/\/+$/, '')

  function sendCall(name: RouteName, input: AnyInput = {}): Promise<Answer> {
    const { signal, timeoutMs = defaultTimeoutMs, ...fields } = input
    const route: Route = routes[name]
    const takesKey = Boolean(route.moves || route.idempotent)
    const { url: path, ...init } = buildRequest(route, {
      ...fields,
      ...(takesKey ? { key: fields.key ?? crypto.randomUUID() } : { key: '' }),
      ...(route.access !== 'public' && token ? { token } : {}),
      ...(language ? { language } : {}),
    })
    const attempt = () =>
      attemptCall(send, route, baseUrl + path, init as RequestInit, { signal, timeoutMs })
    const isRepeatable = takesKey || route.method !== 'POST'
    return withRetries(attempt, { retries: isRepeatable ? retries : 0, signal })
  }
  async function* listPages(name: RouteName, input: AnyInput = {}): AsyncGenerator<unknown> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = cursor === undefined ? input.query : { ...(input.query as object), cursor }
      const answer = await sendCall(name, { ...input, query })
      yield answer.body
      cursor = findNextCursor(answer)
    }
  }
  async function* listItems(name: RouteName, input?: AnyInput): AsyncGenerator<unknown> {
    for await (const page of listPages(name, input))
      yield* Array.isArray(page) ? page : (page as { items: unknown[] }).items
  }

  const client = {
    call: async (name: RouteName, input?: AnyInput) => (await sendCall(name, input)).body,
    pages: listPages,
    items: listItems,
  }
  return client as Client
}
