import { secondMs } from '#contract/durations.ts'
import { type JsonResponse, TeamsHttpError } from './teams-http.ts'

/**
 * `retryable`: a later call may succeed. `unauthorized`: the app's credentials are refused.
 * `forbidden`: the app is not part of the conversation. `not_found`: the conversation, activity or
 * member is gone. `address`: our own check refuses the address or an id, and nothing was sent.
 */
export type TeamsFailureKind =
  | 'retryable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'refused'
  | 'address'
/**
 * `error`: Microsoft's code, or ours. `status` is null without a response: the call may still have
 * had its effect.
 */
export type TeamsFailure = {
  ok: false
  kind: TeamsFailureKind
  status: number | null
  error: string
  retry_after_s?: number
}

export const teamsTimeoutMs = 8 * secondMs
export const teamsAnswerBytesMax = 512 * 1_024
const retryAfterMaxS = 3_600
const codePattern = /^\w{1,80}$/
const retryableStatuses = new Set([408, 412, 429])
const kindsByStatus: Record<number, TeamsFailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
}

/** Returns the seconds of a Retry-After header, at most an hour. A date counts from the answer's date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const answeredAt = Date.parse(headers.get('date') ?? '')
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - answeredAt) / secondMs
  return seconds > 0 ? Math.min(Math.ceil(seconds), retryAfterMaxS) : undefined
}

function kindOf(status: number): TeamsFailureKind {
  if (status >= 500 || retryableStatuses.has(status)) return 'retryable'
  return kindsByStatus[status] ?? 'refused'
}

/** Returns the failure of a response. Only a code is taken from its body, as messages name people. */
export function toFailure({ status, headers }: JsonResponse, code?: string): TeamsFailure {
  const kind = kindOf(status)
  const retryAfterS = kind === 'retryable' ? readRetryAfter(headers) : undefined
  return {
    ok: false,
    kind,
    status,
    error: code && codePattern.test(code) ? code : `status_${status}`,
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  }
}

/** Returns the failure of a request without a usable response. Throws every other error again. */
export function toNetworkFailure(error: unknown): TeamsFailure {
  if (!(error instanceof TeamsHttpError)) throw error
  return { ok: false, kind: 'retryable', status: null, error: error.reason }
}

/** Returns an id as one segment of a path, or null when it would be none. */
export function encodePathSegment(id: string): string | null {
  if (id === '' || id === '.' || id === '..' || id.length > 1_000 || !id.isWellFormed()) return null
  return encodeURIComponent(id)
}
