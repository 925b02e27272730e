import { type ErrorCode, errors } from '#contract/errors.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import type { Route } from '#contract/routes/route.ts'
import { allowsMissingSecondFactor } from '#contract/second-factor-setup.ts'
import { findRequiredScope } from '#contract/scopes.ts'
import type { Json } from './openapi-schemas.ts'

/** Returns the error codes of a route: its own, and those that follow from its access and input. */
function listErrorCodes(name: RouteName): ErrorCode[] {
  const route: Route = routes[name]
  const codes: ErrorCode[] = ['malformed', 'too_many', 'unknown', 'unavailable', ...route.errors]
  if (route.access !== 'public') codes.push('unauthorized')
  if (route.access !== 'public' && route.access !== 'temporary')
    codes.push(
      'forbidden',
      ...(allowsMissingSecondFactor(name) ? [] : ['second_factor_required' as const]),
      ...(route.inactive ? [] : ['billing_inactive' as const]),
    )
  if (findRequiredScope(name, route)) codes.push('scope_missing')
  if (route.params) codes.push('not_found')
  if (route.body) codes.push('too_large', 'wrong_format')
  if (route.moves || route.idempotent) codes.push('idempotency_mismatch', 'idempotency_in_flight')
  return codes
}

/** The codes that most calls have for a status. The shared responses have the status as name. */
const sharedResponses: Record<number, readonly ErrorCode[]> = {
  403: ['forbidden', 'scope_missing'],
  404: ['not_found'],
}
/** Codes that nearly every call has. They share the response `default`, without the status. */
const defaultCodes: ReadonlySet<ErrorCode> = new Set([
  'malformed',
  'unauthorized',
  'second_factor_required',
  'billing_inactive',
  'too_large',
  'too_many',
  'unknown',
  'unavailable',
])

/**
 * Returns the error responses of a route by status. A response without a description has the codes
 * of the shared response it refers to.
 */
export function errorResponses(name: RouteName): Json {
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of listErrorCodes(name)) {
    if (defaultCodes.has(code)) continue
    const { status } = errors[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  const own = [...byStatus].map(([status, codes]): [string, Json] => {
    const shared = sharedResponses[status]
    const $ref = `#/components/responses/${shared ? status : 'Error'}`
    const isUsual = shared?.length === codes.size && shared.every((code) => codes.has(code))
    return [String(status), isUsual ? { $ref } : { $ref, description: [...codes].join(', ') }]
  })
  const shared = { $ref: '#/components/responses/Error' }
  // Readers of the document expect at least one response for errors of the caller.
  return { ...(own.length ? Object.fromEntries(own) : { '4XX': shared }), default: shared }
}

/** Retry-After is a header of 429 only. */
const rateLimitHeaders = {
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}
const errorContent = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
}

/** The shape of every error response. */
export const errorComponents = {
  headers: {
    RateLimit: {
      description:
        'The quota with the least left: its name, the requests left (`r`), and the seconds until it is full again (`t`)',
      schema: { type: 'string' },
      example: '"user";r=598;t=1',
    },
    RateLimitPolicy: {
      description: 'The quotas of this call: requests (`q`) within seconds (`w`)',
      schema: { type: 'string' },
      example: '"user";q=600;w=60, "workspace";q=2000;w=10',
    },
    RetryAfter: {
      description: 'Seconds to wait before the next attempt',
      schema: { type: 'integer' },
    },
  },
  responses: {
    Error: {
      description: [...defaultCodes].join(', '),
      headers: rateLimitHeaders,
      ...errorContent,
    },
    ...Object.fromEntries(
      Object.entries(sharedResponses).map(([status, codes]) => [
        status,
        { description: codes.join(', '), ...errorContent },
      ]),
    ),
  },
  schemas: {
    ErrorCode: { type: 'string', enum: Object.keys(errors) },
    Error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string', description: 'A text for people, in their language' },
        field: { type: 'string', description: 'The field of the request that is wrong' },
        params: {
          type: 'object',
          additionalProperties: true,
          description: 'Values of the text, such as a bound',
        },
      },
    },
    Errors: {
      type: 'object',
      required: ['errors'],
      properties: {
        errors: { type: 'array', items: { $ref: '#/components/schemas/Error' } },
      },
    },
  },
}
