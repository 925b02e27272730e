import type { ApiError } from '../contract/errors.ts'

/**
 * A refused or failed call. `errors` come from the contract; a server without an answer counts as
 * `unavailable`, with the status 0.
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
