import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { ScimActor } from '#server/platform/audit/audit-log.ts'
import { Refusal } from '#server/platform/errors.ts'
import { readBearerToken } from '#server/platform/http/authorize.ts'
import { logFault } from '#server/platform/http/log-fault.ts'
import type { RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { groupType, type ResourceType, userType } from './attributes.ts'
import {
  authenticateProvider,
  type ChangeResult,
  recordFailure,
  runChange,
  type ScimCaller,
  type ScimContext,
} from './context.ts'
import { listResourceTypes, listSchemas, presentServiceProviderConfig } from './discovery.ts'
import { includesVersion } from './etag.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './groups.ts'
import {
  getGroup,
  getUser,
  listGroups,
  listUsers,
  presentList,
  readSearch,
  type ScimQuery,
} from './list-resources.ts'
import { versionOf } from './present.ts'
import { projectResource, readProjection } from './projection.ts'
import { presentScimError, ScimError } from './scim-error.ts'
import { toScimError } from './to-scim-error.ts'
import { createUser, patchUser, removeUser, replaceUser } from './users.ts'
import { isObject, type Resource } from './values.ts'

const mediaType = 'application/scim+json; charset=utf-8'
type ChangeCall = {
  id: string
  body: unknown
  ifMatch: string | undefined
}
type Handlers = {
  type: ResourceType
  list: typeof listUsers
  get: typeof getGroup
  create: (context: ScimContext, call: ChangeCall) => Promise<ChangeResult>
  replace: (context: ScimContext, call: ChangeCall) => Promise<ChangeResult>
  patch: (context: ScimContext, call: ChangeCall) => Promise<ChangeResult>
  remove: (context: ScimContext, call: ChangeCall) => Promise<ChangeResult>
}
const userHandlers: Handlers = {
  type: userType,
  list: listUsers,
  get: getUser,
  create: (context, { body }) => createUser(context, body),
  replace: (context, { id, body, ifMatch }) => replaceUser(context, id, body, ifMatch),
  patch: (context, { id, body, ifMatch }) => patchUser(context, id, body, ifMatch),
  remove: (context, { id, ifMatch }) => removeUser(context, id, ifMatch),
}
const groupHandlers: Handlers = {
  type: groupType,
  list: listGroups,
  get: getGroup,
  create: (context, { body }) => createGroup(context, body),
  replace: (context, { id, body, ifMatch }) => replaceGroup(context, id, body, ifMatch),
  patch: (context, { id, body, ifMatch }) => patchGroup(context, id, body, ifMatch),
  remove: (context, { id, ifMatch }) => deleteGroup(context, id, ifMatch),
}

const idOf = ({ params }: FastifyRequest) => (params as { id?: string }).id ?? ''
/** Returns the query. A repeated parameter counts once. */
const queryOf = ({ query }: FastifyRequest): ScimQuery =>
  Object.fromEntries(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[0] : value,
    ]),
  )

/** Returns the address or name in a body, for the activity log. */
function subjectOf(body: unknown): string {
  if (!isObject(body)) return ''
  const name = body['userName'] ?? body['displayName']
  return typeof name === 'string' && name.isWellFormed() ? name.replaceAll('\u0000', '') : ''
}

const send = (reply: FastifyReply, status: number, body: unknown) =>
  reply.code(status).type(mediaType).send(JSON.stringify(body))

/** Answers an error as RFC 7644 describes it. A fault is logged and shows no details. */
function sendError(
  services: Services,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toScimError(error)
  if (!known) logFault(services, error, request)
  const shown = known ?? new ScimError(500, 'Something went wrong')
  if (shown.status === 401) {
    request.server.securityLog.denied(request, new Refusal([{ code: 'unauthorized' }]))
    void reply.header('www-authenticate', 'Bearer')
  }
  if (shown.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.ceil(shown.retryAfterS)))
  return send(reply, shown.status, presentScimError(shown))
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<ScimCaller>
const options = { config: { rateLimit: 'caller' as const } }
const countedRoute = { access: 'manage_workspace' as const }

/** Returns a function that authenticates the provider of a request and counts its requests. */
function createAuthentication(services: Services, rates: RateLimiter | null): Authenticate {
  return async (request, reply) => {
    const at = services.clock.now()
    const [name, token] = ['scim', readBearerToken(request)]
    const charge = rates?.checkBeforeAuth(
      { route: countedRoute, name, token, client: request.ip, at },
      reply,
    )
    const countCaller = (actor: ScimActor | null) => {
      if (charge) rates?.checkAfterAuth(charge, name, {}, actor, at, reply)
    }
    try {
      const caller = await authenticateProvider(services, token, at)
      request.workspace_id = caller.workspace_id
      countCaller(caller.actor)
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) countCaller(null)
      throw error
    }
  }
}

type Mount = { scope: FastifyInstance; services: Services; authenticate: Authenticate }

function mountReads({ scope, services, authenticate }: Mount, handlers: Handlers): void {
  const { type } = handlers
  const baseUrl = `${services.config.publicUrl}/scim/v2`
  const read = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (place: Parameters<typeof listUsers>[0]) => Promise<Resource>,
  ): Promise<Resource> => {
    const caller = await authenticate(request, reply)
    const { workspace_id: workspaceId } = caller
    try {
      return await services.db.readSnapshot(workspaceId, (trx) =>
        work({ trx, workspaceId, baseUrl }),
      )
    } catch (error) {
      const failure = toScimError(error)
      const failed = { method: request.method, resource: type.name, id: null, subject: '' }
      // Providers look up people and groups before they create them, so 404 is no failure.
      if (failure && failure.status !== 404)
        await recordFailure(services, caller, failed, failure, services.clock.now())
      throw error
    }
  }
  scope.get(`/${type.name}s`, options, async (request, reply) =>
    send(reply, 200, await read(request, reply, (place) => handlers.list(place, queryOf(request)))),
  )
  scope.post(`/${type.name}s/.search`, options, async (request, reply) =>
    send(
      reply,
      200,
      await read(request, reply, (place) => handlers.list(place, readSearch(request.body))),
    ),
  )
  scope.get(`/${type.name}s/:id`, options, async (request, reply) => {
    const query = queryOf(request)
    const resource = await read(request, reply, (place) =>
      handlers.get(place, idOf(request), query),
    )
    const version = versionOf(resource)
    void reply.header('etag', version)
    const seen = request.headers['if-none-match']
    if (seen !== undefined && includesVersion(seen, version)) return reply.code(304).send()
    return send(reply, 200, projectResource(type, resource, readProjection(type, query)))
  })
}

function mountChanges({ scope, services, authenticate }: Mount, handlers: Handlers): void {
  const { type } = handlers
  const changeOptions = { ...options, bodyLimit: limits.scim_body_bytes_max }
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    change: Handlers['create'],
  ): Promise<FastifyReply> => {
    const caller = await authenticate(request, reply)
    const id = idOf(request)
    const projection = readProjection(type, queryOf(request))
    const call = { id, body: request.body, ifMatch: request.headers['if-match'] }
    const described = {
      method: request.method,
      resource: type.name,
      id: id || null,
      subject: subjectOf(request.body),
    }
    const { status, resource } = await runChange(
      services,
      caller,
      described,
      services.clock.now(),
      (context) => change(context, call),
    )
    if (!resource) return reply.code(status).send()
    void reply.header('etag', versionOf(resource))
    const { location } = resource['meta'] as { location: string }
    if (status === 201) void reply.header('location', location)
    return send(reply, status, projectResource(type, resource, projection))
  }
  const path = `/${type.name}s`
  scope.post(path, changeOptions, (request, reply) => answer(request, reply, handlers.create))
  scope.put(`${path}/:id`, changeOptions, (request, reply) =>
    answer(request, reply, handlers.replace),
  )
  scope.patch(`${path}/:id`, changeOptions, (request, reply) =>
    answer(request, reply, handlers.patch),
  )
  scope.delete(`${path}/:id`, changeOptions, (request, reply) =>
    answer(request, reply, handlers.remove),
  )
}

function mountDiscovery({ scope, services, authenticate }: Mount): void {
  const baseUrl = `${services.config.publicUrl}/scim/v2`
  scope.get('/ServiceProviderConfig', options, async (request, reply) => {
    await authenticate(request, reply)
    return send(reply, 200, presentServiceProviderConfig(baseUrl))
  })
  const collections = { Schemas: listSchemas(baseUrl), ResourceTypes: listResourceTypes(baseUrl) }
  for (const [name, resources] of Object.entries(collections)) {
    scope.get(`/${name}`, options, async (request, reply) => {
      await authenticate(request, reply)
      // Both lists are short, and RFC 7644 forbids filters here.
      if (queryOf(request).filter !== undefined) throw new ScimError(403, 'No filter applies here')
      return send(reply, 200, presentList(resources.length, 1, resources))
    })
    scope.get(`/${name}/:id`, options, async (request, reply) => {
      await authenticate(request, reply)
      const id = idOf(request).toLowerCase()
      const found = resources.find((resource) => resource.id.toLowerCase() === id)
      if (!found) throw new ScimError(404, 'Unknown resource')
      return send(reply, 200, found)
    })
  }
  for (const [path, status] of [
    ['/Bulk', 501],
    ['/Me', 501],
    ['/.search', 501],
    ['/*', 404],
  ] as const)
    scope.all(path, options, async (request, reply) => {
      await authenticate(request, reply)
      throw new ScimError(status, status === 501 ? 'This is not supported' : 'Unknown resource')
    })
}

/** Mounts SCIM 2.0 for identity providers (RFC 7644, docs/scim.md). */
export async function mountScim(
  app: FastifyInstance,
  services: Services,
  rates: RateLimiter | null,
): Promise<void> {
  const authenticate = createAuthentication(services, rates)
  await app.register(
    (scope, _, done) => {
      const parseJson = scope.getDefaultJsonParser('error', 'error')
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string', bodyLimit: limits.scim_body_bytes_max },
        (request, body, parsed) => {
          if (body === '') parsed(null, undefined)
          else void parseJson(request, body as string, parsed)
        },
      )
      scope.setErrorHandler((error, request, reply) => sendError(services, error, request, reply))
      const mount = { scope, services, authenticate }
      for (const handlers of [userHandlers, groupHandlers]) {
        mountReads(mount, handlers)
        mountChanges(mount, handlers)
      }
      mountDiscovery(mount)
      done()
    },
    { prefix: '/scim/v2' },
  )
}
