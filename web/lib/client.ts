import type { ApiError } from '#contract/errors.ts'
import { apiPrefix, cursorHeader, idempotencyHeader, type Route } from '#contract/routes/route.ts'
import {
  type BodyInputOf,
  type OutputOf,
  type QueryInputOf,
  type ReadName,
  type RouteName,
  routes,
} from '#contract/routes/index.ts'
import { currentLanguageTag, loadMessages } from './i18n.ts'
import { connectivity } from './connectivity.ts'
import { session } from './session.ts'

/**
 * A refused or failed call. `errors` come from the contract; a server without an answer counts as
 * `unavailable`.
 */
export class ApiCallError extends Error {
  readonly status: number
  readonly errors: ApiError[]
  readonly retryAfterS: number | undefined
  constructor(status: number, errors: ApiError[], retryAfterS?: number) {
    super(errors.map((error) => error.code).join(', '))
    this.status = status
    this.errors = errors
    this.retryAfterS = retryAfterS
  }
  has(code: ApiError['code']): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

export type CallOptions<N extends RouteName> = {
  params?: Record<string, string>
  query?: QueryInputOf<N>
  body?: BodyInputOf<N>
  /** The Idempotency-Key: constant for every retry of the same action. */
  key?: string
  /** A picture: sends the call as a multipart form. */
  file?: File | null
  /** Prefers the temporary token over the session token. */
  temporary?: boolean
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** The call fails after this time. */
  timeoutMs?: number
}

const defaultTimeoutMs = 20_000
/**
 * Creates the error for a missing or foreign response, and reports it to the connectivity probe.
 */
export function connectionError(): ApiCallError {
  connectivity.reportFailure()
  return new ApiCallError(0, [{ code: 'unavailable', message: '' }])
}

function buildUrl(name: RouteName, params: Record<string, string> = {}, query: unknown): string {
  const route: Route = routes[name]
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(
      (query ?? {}) as Record<string, string | number | boolean | null | undefined>,
    ).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  )
  return apiPrefix + path + (search.size ? `?${search.toString()}` : '')
}

/** Returns a field of a multipart form: nothing for null, JSON for an object. */
function toFormText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}

function buildFormData(body: object, file: File): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body))
    if (value !== undefined) form.set(key, toFormText(value))
  form.set('file', file)
  return form
}

/**
 * Sends a call and returns the raw response. Throws an ApiCallError for a refusal or a server that
 * does not answer.
 */
export async function fetchResponse<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<Response> {
  const route: Route = routes[name]
  const token = options.temporary ? (session.temporaryToken() ?? session.token()) : session.token()
  const headers: Record<string, string> = { 'accept-language': currentLanguageTag() }
  if (token && route.access !== 'public') headers['authorization'] = `Bearer ${token}`
  if (options.key) headers[idempotencyHeader] = options.key
  let payload: BodyInit | undefined
  if (options.file) payload = buildFormData(options.body ?? {}, options.file)
  else if (options.body !== undefined) {
    payload = JSON.stringify(options.body)
    headers['content-type'] = 'application/json'
  }
  const signals = [
    AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
    ...(options.signal ? [options.signal] : []),
  ]
  let response: Response
  try {
    response = await fetch(buildUrl(name, options.params, options.query), {
      method: route.method,
      headers,
      signal: AbortSignal.any(signals),
      keepalive: options.keepalive ?? false,
      ...(payload === undefined ? {} : { body: payload }),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw connectionError()
  }
  if (response.ok) return response
  const errorBody = (await response.json().catch(() => null)) as { errors?: ApiError[] } | null
  // A 401 ends the session in every tab; a wrong code is only a wrong code (specification, section
  // 4).
  const isSessionInvalid =
    response.status === 401 &&
    !errorBody?.errors?.some(({ code }) => code === 'invalid_code' || code === 'code_exhausted')
  // A late 401 for an ended or replaced session must not end the current session.
  if (
    isSessionInvalid &&
    route.access !== 'public' &&
    !options.temporary &&
    token !== null &&
    token === session.token()
  )
    session.end()
  // A server without its database answers 503: the probe decides whether it counts as offline.
  if (response.status === 503) connectivity.reportFailure()
  const retryAfterS = Number(response.headers.get('retry-after'))
  if (!errorBody?.errors) throw connectionError()
  // Most pages never see a refusal, so its texts load with the first refusal.
  await loadMessages(['refusals']).catch(() => {})
  throw new ApiCallError(response.status, errorBody.errors, retryAfterS || undefined)
}

/**
 * Makes any call of the contract. Only `call` and web/shared/use-call.ts use it, which refetches the
 * affected queries.
 */
export async function sendCall<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<{ body: OutputOf<N>; next: string | null }> {
  const response = await fetchResponse(name, options)
  const body = response.status === 204 ? undefined : ((await response.json()) as unknown)
  return { body: body as OutputOf<N>, next: response.headers.get(cursorHeader) }
}

/**
 * Makes a call that affects no query and returns its output; `useCall` makes the others. Throws an
 * ApiCallError.
 */
export async function call<N extends ReadName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<OutputOf<N>> {
  return (await sendCall(name, options)).body
}
/** Makes a list call whose next cursor is in a response header. Throws an ApiCallError. */
export async function callPaginated<N extends ReadName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<{ items: OutputOf<N>; next: string | null }> {
  const { body, next } = await sendCall(name, options)
  return { items: body, next }
}
