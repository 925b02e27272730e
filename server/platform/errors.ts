import { type ApiError, type ErrorCode, errors, isErrorCode } from '#contract/errors.ts'

type RefusalDetail = {
  field?: string
  params?: Record<string, string | number>
  retry_after_s?: number
}

/**
 * A refusal on its way out. Its codes are the contract's; its text is put in by the HTTP layer, in
 * the reader's language.
 */
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

/** Refuses with one code of the contract. */
export function throwRefusal(code: ErrorCode, detail: RefusalDetail = {}): never {
  const { retry_after_s: retryAfterS, ...rest } = detail
  throw new Refusal([{ code, ...rest }], retryAfterS)
}

/**
 * Runs every check and refuses with all that were refused, so that a form is told of everything at
 * once.
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
 * SQLSTATE that our own SQL functions refuse with: the code is the message, the params are the
 * detail.
 */
const refusalSqlState = 'LA001'

/**
 * SQLSTATE of a deadlock and of transactions that cannot be put in an order: the whole work may be
 * done again.
 */
export const isTransactionConflict = (error: unknown): boolean =>
  ['40P01', '40001'].includes((error as { code?: string } | null)?.code ?? '')

// Connections that fail (08), no room or memory (53), shut down or cut off (57), a lock nobody let
// go of (55P03), left alone within a transaction (25P03).
const unavailableSqlStates = /^(08|53|57)...$|^55P03$|^25P03$|^40P01$|^40001$/
const unavailableErrorCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
const unavailableMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^Client was closed/

/**
 * A database (or a line to it) that is not there, has no room or no time: asking again a little
 * later helps.
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

/** A refusal out of a database error, if it is one; `undefined` when it is a fault. */
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
  // Text or numbers that PostgreSQL cannot hold (NUL, out of range): what was asked is malformed,
  // not the server broken.
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
