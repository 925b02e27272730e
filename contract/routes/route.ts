import type { z } from 'zod'
import type { FormField } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Ability } from '#contract/permissions.ts'

/**
 * One call. Paths live under `/api`. `access`: public (no token), temporary (the token of
 * `verify_code`; a session does too), or an ability of an accepted user. `inactive`: answers
 * although the subscription is not active (config, session, billing). `moves`: takes an
 * Idempotency-Key because points or money move. `errors`: the rules it can break, beyond the
 * refusals every call has.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  access: 'public' | 'temporary' | Ability
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  output: z.ZodType
  /** `file`: JSON to be kept, which may be large and comes piece by piece. */
  format?: 'json' | 'csv' | 'pdf' | 'events' | 'file'
  multipart?: boolean
  /** The fields of a multipart form that are no text, and how their text is read. */
  form?: Readonly<Record<string, FormField>>
  /** The largest file a multipart call takes, if not limits.file_bytes_max. */
  file_bytes_max?: number
  paged_by_header?: boolean
  inactive?: boolean
  moves?: 'points' | 'money'
  errors: readonly ErrorCode[]
}

export const apiPrefix = '/api'
export const cursorHeader = 'x-next-cursor'
export const idempotencyHeader = 'idempotency-key'
