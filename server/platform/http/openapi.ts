import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { rateLimits } from '#contract/rate-limits.ts'
import { apiPrefix, cursorHeader, type Route } from '#contract/routes/route.ts'
import { type RouteName, routes } from '#contract/routes/index.ts'
import { findRequiredScope } from '#contract/scopes.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { findExtraPolicy } from '#server/platform/rate-limit/limiter.ts'
import { securitySchemes, tableResponse } from './openapi-components.ts'
import { errorComponents, errorResponses } from './openapi-errors.ts'
import { apiGuide, formatQuota } from './openapi-guide.ts'
import { mountApiDocs } from './openapi-page.ts'
import { createParameters, type ParameterList } from './openapi-parameters.ts'
import { createSchemaCollection, type Json, type SchemaCollection } from './openapi-schemas.ts'
import { webhookOperations, webhookParameters } from './openapi-webhooks.ts'

const content = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } })

/** Returns the access rules of a route in a line or two; `security` has the scope of tokens. */
function describeAccess(name: RouteName, route: Route): string {
  if (route.access === 'public') return 'Public.'
  if (route.access === 'temporary') return 'A temporary or session token; no access token.'
  const extra = findExtraPolicy(name, route)
  const access = `Ability: \`${route.access}\`.`
  return extra ? `${access} Rate limit: \`${extra}\` (${formatQuota(rateLimits[extra])}).` : access
}

function successResponse(schemas: SchemaCollection, route: Route): Json {
  if (route.format === 'table') return { $ref: '#/components/responses/Table' }
  if (route.format === 'csv')
    return { description: 'CSV', ...content({ type: 'string' }, 'text/csv') }
  if (route.format === 'events')
    return { description: 'Events', ...content({ type: 'string' }, 'text/event-stream') }
  if (route.format === 'picture')
    return {
      description: 'Picture',
      ...content({ type: 'string', format: 'binary' }, 'image/webp'),
    }
  if (route.format === 'zip')
    return {
      description: 'ZIP',
      ...content({ type: 'string', format: 'binary' }, 'application/zip'),
    }
  if (route.format === 'svg')
    return { description: 'SVG', ...content({ type: 'string' }, 'image/svg+xml') }
  if (route.format === 'pdf')
    return {
      description: 'PDF',
      ...content({ type: 'string', format: 'binary' }, 'application/pdf'),
    }
  return route.output instanceof z.ZodUndefined
    ? { description: 'Done' }
    : { description: 'OK', ...content(schemas.toJsonSchema(route.output, 'output')) }
}

/**
 * Returns the body of a route. A route with a file takes a multipart form, or its fields as JSON
 * without a file.
 */
function requestBody(schemas: SchemaCollection, route: Route): Json {
  const { body, multipart } = route
  const json = body && content(schemas.toJsonSchema(body, 'input'))
  if (!multipart) return json ? { requestBody: { required: true, ...json } } : {}
  const name = body?.meta()?.id ?? 'File'
  const fields = body ? schemas.toFields(body) : {}
  const form = schemas.addSchema(`${name}Form`, {
    type: 'object',
    ...fields,
    properties: {
      ...(fields['properties'] as Json | undefined),
      file: { type: 'string', format: 'binary' },
    },
  })
  const forms = content(form, 'multipart/form-data').content
  return {
    requestBody: { required: true, content: { ...forms, ...(route.form && json?.content) } },
  }
}

const cursorResponseHeader = {
  [cursorHeader]: {
    description: 'The cursor of the next page. Missing on the last page',
    schema: { type: 'string' },
  },
}

function toOperation(
  schemas: SchemaCollection,
  listParameters: ParameterList,
  name: RouteName,
): Json {
  const route: Route = routes[name]
  const scope = findRequiredScope(name, route)
  const parameters = listParameters(route)
  const [summary, ...details] = route.summary.split('. ')
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary,
    description: [...details, describeAccess(name, route)].join('. '),
    security:
      route.access === 'public' ? [] : [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])],
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(schemas, route),
    responses: {
      [route.output instanceof z.ZodUndefined ? '204' : '200']: {
        ...successResponse(schemas, route),
        ...(route.pagedByHeader ? { headers: cursorResponseHeader } : {}),
      },
      ...errorResponses(name),
    },
  }
}

/**
 * Returns the OpenAPI 3.1 document of the mounted routes, generated from the contract. `publicUrl`
 * is the address of this server.
 */
export function buildOpenApiDocument(mounted: readonly RouteName[], publicUrl: string): Json {
  const schemas = createSchemaCollection()
  for (const [name, schema] of Object.entries(errorComponents.schemas))
    schemas.addSchema(name, schema)
  const { sharedParameters, listParameters } = createParameters(schemas)
  const paths: Record<string, Json> = {}
  for (const name of mounted) {
    const route: Route = routes[name]
    const path = apiPrefix + route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: toOperation(schemas, listParameters, name),
    }
  }
  const webhooks = webhookOperations(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laurel',
      version: productVersion,
      license: { name: 'MIT', identifier: 'MIT' },
      description: apiGuide.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
    },
    servers: [{ url: publicUrl }],
    paths,
    webhooks,
    components: {
      securitySchemes,
      ...errorComponents,
      parameters: { ...sharedParameters, ...webhookParameters },
      responses: { ...errorComponents.responses, Table: tableResponse },
      schemas: schemas.listSchemas(),
    },
  }
}

/**
 * Serves the document as JSON and as pages. The first request builds it, because building it takes
 * 0.16 s of CPU time, which every start of a server would wait for.
 */
export function mountOpenApi(
  app: FastifyInstance,
  mounted: readonly RouteName[],
  publicUrl: string,
): void {
  let document: Json | undefined
  const getDocument = () => (document ??= buildOpenApiDocument(mounted, publicUrl))
  app.get(`${apiPrefix}/openapi.json`, { config: { rateLimit: 'address' } }, async () =>
    getDocument(),
  )
  mountApiDocs(app, getDocument)
}
