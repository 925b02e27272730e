import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { webhookPayloads, webhookSummaries, webhookBody } from '#contract/schemas/webhooks.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { apiPrefix, cursorHeader, type Route } from '#contract/routes/route.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import { findRequiredScope, scopes } from '#contract/scopes.ts'
import { apiGuide } from './openapi-guide.ts'
import { mountApiDocs } from './openapi-page.ts'
import { xlsxType } from '#server/platform/xlsx.ts'
import { findExtraPolicy } from '#server/platform/rate-limit/limiter.ts'

type Json = Record<string, unknown>

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return json
}
const content = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } })

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const json = toJsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(json.properties ?? {}).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: one,
  }))
}

/**
 * Returns the error responses of a route by status: its own errors, and those implied by its
 * access.
 */
function errorResponses(name: RouteName): Json {
  const route: Route = routes[name]
  const codes: ErrorCode[] = ['malformed', 'too_many', 'unknown', 'unavailable', ...route.errors]
  if (route.access !== 'public') codes.push('unauthorized')
  if (route.access !== 'public' && route.access !== 'temporary')
    codes.push('forbidden', ...(route.inactive ? [] : ['billing_inactive' as const]))
  if (findRequiredScope(name, route)) codes.push('scope_missing')
  if (route.params) codes.push('not_found')
  if (route.body) codes.push('too_large', 'wrong_format')
  if (route.moves || route.idempotent) codes.push('idempotency_mismatch', 'idempotency_in_flight')
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes)
    byStatus.set(errors[code].status, (byStatus.get(errors[code].status) ?? new Set()).add(code))
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        String(status),
        {
          description: [...list].join(', '),
          ...content({ $ref: '#/components/schemas/Errors' }),
          ...(status === 429
            ? {
                headers: {
                  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
                  ...rateLimitHeaderRefs,
                },
              }
            : {}),
        },
      ]),
  )
}
const rateLimitHeaderRefs = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

/** Returns the access rules of a route in a sentence or two. */
function describeAccess(name: RouteName, route: Route): string {
  if (route.access === 'public') return 'No token.'
  if (route.access === 'temporary') return 'Temporary or session token; closed to access tokens.'
  const scope = findRequiredScope(name, route)
  const extra = findExtraPolicy(name, route)
  const describeQuota = (policy: keyof typeof rateLimits) =>
    `${rateLimits[policy].quota} in ${rateLimits[policy].window_s} s`
  return `Needs the ability \`${route.access}\`. ${scope ? `An access token needs the scope \`${scope}\`.` : 'Closed to access tokens.'}${extra ? ` Counts for the quota \`${extra}\` too (${describeQuota(extra)}).` : ''}`
}
function successResponse(route: Route): Json {
  if (route.format === 'table')
    return {
      description: 'CSV or XLSX',
      content: {
        'text/csv': { schema: { type: 'string' } },
        [xlsxType]: { schema: { type: 'string', format: 'binary' } },
      },
    }
  if (route.format === 'csv')
    return { description: 'CSV', ...content({ type: 'string' }, 'text/csv') }
  if (route.format === 'events')
    return { description: 'Events', ...content({ type: 'string' }, 'text/event-stream') }
  if (route.format === 'picture')
    return {
      description: 'Picture',
      ...content({ type: 'string', format: 'binary' }, 'image/webp'),
    }
  if (route.format === 'pdf')
    return {
      description: 'PDF',
      ...content({ type: 'string', format: 'binary' }, 'application/pdf'),
    }
  return route.output instanceof z.ZodUndefined
    ? { description: 'Done' }
    : { description: 'OK', ...content(toJsonSchema(route.output, 'output')) }
}

/** Returns the schema of a multipart form: the fields of the route, and its file. */
function toFormSchema(fields: Json): Json {
  return {
    type: 'object',
    ...fields,
    properties: {
      ...(fields['properties'] as Json | undefined),
      file: { type: 'string', format: 'binary' },
    },
  }
}

function toOperation(name: RouteName): Json {
  const route: Route = routes[name]
  const scope = findRequiredScope(name, route)
  const fields = route.body ? toJsonSchema(route.body, 'input') : undefined
  const body = route.multipart
    ? content(toFormSchema(fields ?? {}), 'multipart/form-data')
    : fields && content(fields)
  const cursor = route.pagedByHeader
    ? {
        [cursorHeader]: {
          description: 'Cursor of the next page; not there on the last one',
          schema: { type: 'string' },
        },
      }
    : {}
  const header =
    route.moves || route.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: 128 },
            description:
              'A name of your own for this act. Sent again with the same body it answers the first answer, and nothing happens twice; with another body 409.',
          },
        ]
      : []
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary: route.summary,
    description: describeAccess(name, route),
    security:
      route.access === 'public' ? [] : [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...header,
    ],
    ...(body ? { requestBody: { required: true, ...body } } : {}),
    responses: {
      [route.output instanceof z.ZodUndefined ? '204' : '200']: {
        ...successResponse(route),
        headers: { ...cursor, ...rateLimitHeaderRefs },
      },
      ...errorResponses(name),
    },
  }
}

const webhookHeaders = {
  'webhook-id': 'Stays the same over all tries',
  'webhook-timestamp': 'When it was sent, in seconds',
  'webhook-signature':
    'v1,<base64 of HMAC-SHA256 over id.timestamp.body>; two of them while a secret is replaced',
}
/** Returns the payloads of outgoing webhooks by event. */
function webhookOperations(): Json {
  const names = Object.keys(webhookPayloads) as (keyof typeof webhookPayloads)[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        post: {
          operationId: `told_${name.replace('.', '_')}`,
          summary: webhookSummaries[name],
          parameters: Object.entries(webhookHeaders).map(([header, description]) => ({
            name: header,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: { required: true, ...content(toJsonSchema(webhookBody(name), 'output')) },
          responses: {
            '2XX': { description: 'Taken' },
            '410': { description: 'Never send anything here again' },
            '429': { description: 'Wait for as long as Retry-After says' },
            default: { description: 'Sent again later, for about three days' },
          },
        },
      },
    ]),
  )
}

const rateLimitHeaders = {
  RateLimit: {
    description:
      'How the scarcest quota stands: its name, what is left (r), and in how many seconds nothing of it is used any more (t)',
    schema: { type: 'string' },
    example: '"user";r=598;t=1',
  },
  RateLimitPolicy: {
    description: 'The quotas that count for this call: requests (q) in seconds (w)',
    schema: { type: 'string' },
    example: '"user";q=600;w=60, "workspace";q=2000;w=10',
  },
  RetryAfter: {
    description: 'Seconds until it is worth trying again',
    schema: { type: 'integer' },
  },
}

/** Returns the OpenAPI 3.1 document of the mounted routes, generated from the contract. */
function buildOpenApiDocument(mounted: readonly RouteName[]): Json {
  const paths: Record<string, Json> = {}
  for (const name of mounted) {
    const route: Route = routes[name]
    const path = apiPrefix + route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laurel',
      version: '1',
      description: apiGuide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
    },
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a person signed in, or the temporary one before a team is chosen.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A personal access token (laurel_pat_…). What it may do are its scopes: ${scopes.join(', ')}.`,
        },
      },
      headers: rateLimitHeaders,
      schemas: {
        Errors: {
          type: 'object',
          required: ['errors'],
          properties: {
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['code', 'message'],
                properties: {
                  code: { enum: Object.keys(errors) },
                  message: { type: 'string' },
                  field: { type: 'string' },
                  params: { type: 'object' },
                },
              },
            },
          },
        },
      },
    },
  }
}

export function mountOpenApi(app: FastifyInstance, mounted: readonly RouteName[]): void {
  const document = buildOpenApiDocument(mounted)
  app.get(`${apiPrefix}/openapi.json`, { config: { rateLimit: 'address' } }, async () => document)
  mountApiDocs(app, document)
}
