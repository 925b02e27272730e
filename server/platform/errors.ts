import { type ApiError, type ErrorCode, errors, isErrorCode } from '#contract/errors.ts'

type RefusalDetail = {
  field?: string
  params?: Record<string, string | number>
  retry_after_s?: number
}

/** An error of the contract. The HTTP layer adds its text in the language of the reader. */
export class Refusal extends Error {
  readonly status: number
  readonly list: { code: ErrorCode; field?: string; params?: Record<string, string | number> }[]
  readonly retry_after_s: number | undefined
  constructor(list: Refusal['list'], retryAfterS?: number) {
    super(list.map((one) => one.code).join(', '))
    this.list = list
    this.status = errors[list[0]?.code ?? 'unknown'].status
    this.retry_after_s = retryAfterS
  }
}

/** Throws a refusal with one code of the contract. */
export function throwRefusal(code: ErrorCode, detail: RefusalDetail = {}): never {
  const { retry_after_s: retryAfterS, ...rest } = detail
  throw new Refusal([{ code, ...rest }], retryAfterS)
}

/**
 * Runs all checks and throws one refusal with all their errors, so that a form shows them together.
 */
export function throwCollectedRefusals(...checks: (() => void)[]): void {
  const list = checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof Refusal) return error.list
      throw error
    }
  })
  if (list.length) throw new Refusal(list)
}

/**
 * SQLSTATE of refusals raised by our own SQL functions: the message is the code, the detail holds
 * the params.
 */
const refusalSqlState = 'LA001'

/**
 * Returns whether the error is a deadlock or serialization failure: the whole transaction may be
 * retried. The same applies to rows refused by row level security, because Citus may run a function
 * without the setting of its workspace while it moves the workspace to another node.
 */
export function isTransactionConflict(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    code === '40P01' ||
    code === '40001' ||
    (code === '42501' && String(message).startsWith('new row violates row-level security policy'))
  )
}

/**
 * Returns the message of an error for the operator. An address of several hosts, such as localhost,
 * fails with an error that has no message of its own: then it is that of each attempt.
 */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && !error.message)
    return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

// Failed connections (08), insufficient resources (53), shutdown or cancellation (57), lock timeout
// (55P03), idle in transaction (25P03).
const unavailableSqlStates = /^(08|53|57)...$|^55P03$|^25P03$|^40P01$|^40001$/
// The last four: the name or the network of the database is gone, as during a failover.
const unavailableErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
// The last one is the message of Citus for a node that shuts down (XX000).
const unavailableMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^Client was closed|^postmaster was shut down/

/**
 * Returns whether the database or its connection is down or overloaded, so that a retry may
 * succeed.
 */
function isUnavailableError({
  code,
  message,
  syscall,
}: {
  code?: unknown
  message?: unknown
  syscall?: unknown
}): boolean {
  if (
    typeof code === 'string' &&
    (unavailableSqlStates.test(code) ||
      unavailableErrorCodes.has(code) ||
      (code === 'ENOENT' && syscall === 'connect'))
  )
    return true
  return typeof message === 'string' && unavailableMessages.test(message)
}

/** Returns the refusal for an error of ours or of the database; undefined for a fault. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (typeof error !== 'object' || error === null) return undefined
  if (isUnavailableError(error)) return new Refusal([{ code: 'unavailable' }], 1)
  if (!('code' in error)) return undefined
  const { code, message, detail } = error as { code: unknown; message?: string; detail?: string }
  if (code === refusalSqlState && message !== undefined && isErrorCode(message)) {
    const { field, ...params } = JSON.parse(detail || '{}') as Record<string, string | number> & {
      field?: string
    }
    return new Refusal([
      {
        code: message,
        ...(field ? { field } : {}),
        ...(Object.keys(params).length ? { params } : {}),
      },
    ])
  }
  // PostgreSQL cannot store the value (NUL, out of range): the request is malformed, not the server
  // broken.
  if (typeof code === 'string' && /^22(003|007|008|021|P02|P05)$/.test(code))
    return new Refusal([{ code: 'malformed' }])
  return undefined
}

export function toApiErrors(
  refusal: Refusal,
  translate: (code: ErrorCode, params: Record<string, string | number>) => string,
): ApiError[] {
  return refusal.list.map((one) => ({ ...one, message: translate(one.code, one.params ?? {}) }))
}
