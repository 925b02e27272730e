import type { z } from 'zod'
import type { FormField } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { RouteAccess } from '#contract/permissions.ts'
import type { QueryGroup } from '#contract/query-groups.ts'

/** Query groups of the web that a call makes stale. */
export type AffectedQueries = readonly QueryGroup[] | 'everything'

/**
 * An API route. Paths live under `/api`. `access`: public (no token), temporary (the token of
 * `verify_code`, or a session), or an ability of an accepted user. `inactive`: also works without
 * an active subscription. `moves`: points or money move, so the route takes an Idempotency-Key.
 * `idempotent`: takes one too, and answers a repeated key with the first answer.
 * `affects`: the cached queries of the web that a call makes stale; every method but GET names them.
 * `compressed`: its answer holds no secret, so that compression reveals none beside text that others
 * chose (BREACH; decision 054).
 * `errors`: its own error codes, besides those of every route.
 */
export type Route = RouteFields &
  (
    | { method: 'GET'; affects?: undefined; compressed?: true }
    | { method: 'POST' | 'PUT' | 'DELETE'; affects: AffectedQueries; compressed?: undefined }
  )

type RouteFields = {
  path: string
  summary: string
  access: RouteAccess
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  output: z.ZodType
  /**
   * `table`: rows as CSV or XLSX, by the parameter `format`. `file`: a JSON download that may be
   * large and is streamed. `lines`: JSON objects, one on each line, streamed.
   */
  format?:
    | 'json'
    | 'csv'
    | 'table'
    | 'pdf'
    | 'picture'
    | 'events'
    | 'file'
    | 'lines'
    | 'zip'
    | 'svg'
  multipart?: boolean
  /** Non-text fields of a multipart form, with their parsers. */
  form?: Readonly<Record<string, FormField>>
  /** Largest file of a multipart route. Default: limits.file_bytes_max. */
  fileBytesMax?: number
  pagedByHeader?: boolean
  inactive?: boolean
  moves?: 'points' | 'money'
  idempotent?: true
  errors: readonly ErrorCode[]
}

export const apiPrefix = '/api'
export const cursorHeader = 'x-next-cursor'
export const idempotencyHeader = 'idempotency-key'
