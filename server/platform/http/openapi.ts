import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { webhookPayloads, webhookSummaries, webhookBody } from '#contract/schemas/webhooks.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { apiPrefix, cursorHeader, type Route } from '#contract/routes/route.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import { findRequiredScope, scopes } from '#contract/scopes.ts'
import { apiGuide } from './openapi-guide.ts'
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

/** The refusals a call can answer, by status: its own, and those that come with its access. */
function errorResponses(name: RouteName): Json {
  const route: Route = routes[name]
  const codes: ErrorCode[] = ['malformed', 'too_many', 'unknown', 'unavailable', ...route.errors]
  if (route.access !== 'public') codes.push('unauthorized')
  if (route.access !== 'public' && route.access !== 'temporary')
    codes.push('forbidden', ...(route.inactive ? [] : ['billing_inactive' as const]))
  if (findRequiredScope(name, route)) codes.push('scope_missing')
  if (route.params) codes.push('not_found')
  if (route.body) codes.push('too_large', 'wrong_format')
  if (route.moves) codes.push('idempotency_mismatch', 'idempotency_in_flight')
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

/** Who may make the call, in a sentence or two. */
function describeAccess(name: RouteName, route: Route): string {
  if (route.access === 'public') return 'No token.'
  if (route.access === 'temporary') return 'Temporary or session token; closed to access tokens.'
  const scope = findRequiredScope(name, route)
  const extra = findExtraPolicy(name, route)
  const of = (policy: keyof typeof rateLimits) =>
    `${rateLimits[policy].quota} in ${rateLimits[policy].window_s} s`
  return `Needs the ability \`${route.access}\`. ${scope ? `An access token needs the scope \`${scope}\`.` : 'Closed to access tokens.'}${extra ? ` Counts for the quota \`${extra}\` too (${of(extra)}).` : ''}`
}
function successResponse(route: Route): Json {
  if (route.format === 'csv')
    return { description: 'CSV', ...content({ type: 'string' }, 'text/csv') }
  if (route.format === 'events')
    return { description: 'Events', ...content({ type: 'string' }, 'text/event-stream') }
  if (route.format === 'pdf')
    return {
      description: 'PDF',
      ...content({ type: 'string', format: 'binary' }, 'application/pdf'),
    }
  return route.output instanceof z.ZodUndefined
    ? { description: 'Done' }
    : { description: 'OK', ...content(toJsonSchema(route.output, 'output')) }
}

/** What a form may carry: the fields of the call, and its file. */
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
  const header = route.moves
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
/** What outgoing webhooks tell, by event: the bodies that receivers get. */
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

/** OpenAPI 3.1 of the calls that are mounted, made from the contract. */
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
      headers: {
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
      },
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

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** What webhooks tell, on the page. */
const renderWebhooks = (document: Json) =>
  Object.entries(
    document['webhooks'] as Record<
      string,
      { post: { summary: string; requestBody: { content: Record<string, { schema: Json }> } } }
    >,
  )
    .map(
      ([name, { post }]) =>
        `<article><h3><code>${escapeHtml(name)}</code></h3><p>${escapeHtml(post.summary)}.</p><details><summary>Body</summary><pre>${escapeHtml(JSON.stringify(Object.values(post.requestBody.content)[0]?.schema, null, 2))}</pre></details></article>`,
    )
    .join('')
/** A text with lists, code and blank lines between paragraphs, as far as the guide uses them. */
function renderParagraphs(text: string): string {
  const said = (line: string) => escapeHtml(line).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
  return text
    .split('\n\n')
    .map((part) => {
      if (part.startsWith('    ')) return `<pre>${escapeHtml(part.replaceAll(/^ {4}/gm, ''))}</pre>`
      return part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map((line) => `<li>${said(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${said(part)}</p>`
    })
    .join('')
}

/** The document as a page without script: every call, what it takes, what it answers, who may. */
function renderPage(document: Json): string {
  const sections = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(
    document['paths'] as Record<string, Record<string, Json>>,
  )) {
    for (const [method, op] of Object.entries(methods)) {
      const tag = (op['tags'] as string[])[0] ?? ''
      const responses = Object.entries(op['responses'] as Record<string, Json>)
      const body = op['requestBody'] as { content: Record<string, { schema: Json }> } | undefined
      const answer = responses[0]?.[1]['content'] as Record<string, { schema: Json }> | undefined
      const block = (title: string, of: Record<string, { schema: Json }> | undefined) =>
        of
          ? `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(Object.values(of)[0]?.schema, null, 2))}</pre></details>`
          : ''
      const fields = (op['parameters'] as { name: string; in: string }[])
        .map((one) => `<code>${escapeHtml(one.name)}</code> (${one.in})`)
        .join(', ')
      const list = sections.get(tag) ?? []
      list.push(`<article id="${escapeHtml(String(op['operationId']))}"><h3><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
        <p>${escapeHtml(String(op['summary']))}. ${escapeHtml(String(op['description'])).replaceAll(/`([\w:]+)`/g, '<code>$1</code>')}</p>${fields ? `<p>Takes ${fields}</p>` : ''}
        ${block('Body', body?.content)}${block('Answer', answer)}
        <p class="refusals">${responses
          .slice(1)
          .map(([status, one]) => `<b>${status}</b> ${escapeHtml(String(one['description']))}`)
          .join(' · ')}</p></article>`)
      sections.set(tag, list)
    }
  }
  const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;background:#fbf8f3;color:#2a2520}
    article{background:#fff;border:1px solid #e8e0d4;border-radius:12px;padding:.75rem 1.25rem;margin:.75rem 0}h3{font-size:1rem;margin:.25rem 0}pre{overflow:auto;font-size:.8rem}
    .get{color:#1c6b3c}.post{color:#8a4b00}.put{color:#224f9c}.delete{color:#a3202c}.refusals{font-size:.85rem;color:#5e564c}
    @media (prefers-color-scheme:dark){body{background:#1b1815;color:#ece5db}article{background:#24201c;border-color:#3a342d}.get{color:#7fd39f}.post{color:#f0b35e}.put{color:#9dbcf5}.delete{color:#f39aa2}.refusals{color:#b5aa9c}a{color:#f0b35e}}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laurel API</title><style>${style}</style></head>
    <body><main><h1>Laurel API</h1><p>The same as data: <a href="${apiPrefix}/openapi.json">openapi.json</a>.</p>
    ${apiGuide.map(({ title, text }) => `<h2>${escapeHtml(title)}</h2>${renderParagraphs(text)}`).join('')}
    <h2>webhooks</h2><p>What outgoing webhooks tell, signed as Standard Webhooks has it.</p>${renderWebhooks(document)}
    ${[...sections].map(([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.join('')}`).join('')}</main></body></html>`
}

export function mountOpenApi(app: FastifyInstance, mounted: readonly RouteName[]): void {
  const document = buildOpenApiDocument(mounted)
  const html = renderPage(document)
  app.get(`${apiPrefix}/openapi.json`, { config: { rateLimit: 'address' } }, async () => document)
  app.get(`${apiPrefix}/docs`, { config: { rateLimit: 'address' } }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(html),
  )
}
