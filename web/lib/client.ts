import type { ApiError } from '#contract/errors.ts'
import { cursorHeader, type Route } from '#contract/routes/route.ts'
import {
  type BodyInputOf,
  type OutputOf,
  type QueryInputOf,
  type ReadName,
  type RouteName,
  routes,
} from '#contract/routes/index.ts'
import { ApiCallError } from '#client/api-call-error.ts'
import { buildRequest } from '#client/build-request.ts'
import { currentLanguageTag, loadMessages } from './i18n.ts'
import { connectivity } from './connectivity.ts'
import { takeEarlyResponse } from './early-responses.ts'
import { session } from './session.ts'

export { ApiCallError }

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

/**
 * Sends a call and returns the raw response. Throws an ApiCallError for a refusal or a server that
 * does not answer.
 */
export async function fetchResponse<N extends RouteName>(
  name: N,
  options: CallOptions<N>,
): Promise<Response> {
  const route: Route = routes[name]
  const token = (options.temporary && session.temporaryToken()) || session.token()
  const sentToken = route.access === 'public' ? null : token
  let response: Response
  try {
    const { url, ...request } = buildRequest(route, {
      ...options,
      token: sentToken,
      language: currentLanguageTag(),
    })
    const early = route.method === 'GET' ? takeEarlyResponse(url, sentToken) : undefined
    response = await (early ??
      fetch(url, {
        ...request,
        signal: AbortSignal.any([
          AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs),
          ...(options.signal ? [options.signal] : []),
        ]),
        keepalive: options.keepalive,
      }))
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
