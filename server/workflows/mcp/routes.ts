import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { toResource } from '#server/modules/oauth/audience.ts'
import { findGrantOfSession } from '#server/modules/oauth/grant-queries.ts'
import { authenticate, type Actor, isActor } from '#server/platform/auth/sessions.ts'
import { tokenAudience } from '#server/platform/auth/token-audience.ts'
import { attachPrincipal, readBearerToken } from '#server/platform/http/authorize.ts'
import { logFault } from '#server/platform/http/log-fault.ts'
import type { RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { createCallRoute } from './call-route.ts'
import { createMcpServer } from './create-server.ts'
import type { ToolContext } from './define-tool.ts'

const countedRoute = { access: 'take_part' as const }

/** Returns the person of a token for the tools, and counts the request. */
async function authenticateCaller(
  services: Services,
  rates: RateLimiter | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | null> {
  const at = services.clock.now()
  const token = readBearerToken(request)
  const name = 'mcp'
  const charge = rates?.checkBeforeAuth(
    { route: countedRoute, name, token, client: request.ip, at },
    reply,
  )
  const found = token
    ? await tokenAudience.run('mcp', () =>
        authenticate(services.db, token, at, services.config.billing),
      )
    : undefined
  const actor = found && isActor(found) ? found : null
  if (charge) rates?.checkAfterAuth(charge, name, {}, actor, at, reply)
  if (actor) attachPrincipal(request, actor)
  return actor
}

/** Returns what the tools of a request need. Null when the connection has just ended. */
async function loadContext(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  actor: Actor,
): Promise<(ToolContext & { scopes: readonly string[] }) | null> {
  const { config, db, clock } = services
  const grant = await findGrantOfSession(db.global, actor.session_id)
  if (!grant) return null
  return {
    call: createCallRoute(app, {
      token: readBearerToken(request),
      host: new URL(config.publicUrl).host,
      address: request.ip,
      language: actor.language,
    }),
    holder: {
      workspace_id: actor.workspace_id,
      user_id: actor.user_id,
      client_id: grant.client_id,
    },
    readsPrivate: grant.reads_private,
    secrets: config.secrets,
    language: actor.language,
    at: clock.now(),
    logFault: (error) => logFault(services, error, request),
    scopes: actor.scopes,
  }
}

/** Copies an answer of the library. Its bodies are short and end, because nothing is streamed. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) void reply.header(name, value)
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
}

/**
 * Returns the answer to a request that does not reach the library, or undefined. Pages of other
 * origins may not call the tools, and there are no subscriptions: their streams would never end.
 */
function findRefusal(
  { headers, body }: FastifyRequest,
  publicUrl: string,
): { status: number; body: object } | undefined {
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin)
    return { status: 403, body: { error: 'wrong_origin' } }
  if (headers['mcp-method'] !== 'subscriptions/listen') return undefined
  return {
    status: 404,
    body: {
      jsonrpc: '2.0',
      id: readMessageId(body),
      error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' },
    },
  }
}

/** Returns the id of a message, or null for a body without one. */
function readMessageId(body: unknown): string | number | null {
  try {
    const { id } = JSON.parse(String(body)) as { id?: unknown }
    return typeof id === 'string' || typeof id === 'number' ? id : null
  } catch {
    return null
  }
}

/** Mounts the tools for assistants (Model Context Protocol), stateless, at /mcp. */
export async function mountMcp(
  app: FastifyInstance,
  services: Services,
  rates: RateLimiter | null,
): Promise<void> {
  const { publicUrl } = services.config
  const resource = toResource(publicUrl, 'mcp')
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(authInfo?.extra?.['context'] as ToolContext),
    {
      maxRequestBodySize: limits.body_bytes_max,
      maxSubscriptions: 0,
      onerror: (error) => services.log.info({ reason: error.message }, 'mcp'),
    },
  )
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      config: { rateLimit: 'caller' },
      handler: async (request, reply) => {
        const actor = await authenticateCaller(services, rates, request, reply)
        const context = actor && (await loadContext(app, services, request, actor))
        if (!context)
          return reply
            .code(401)
            .header('www-authenticate', `Bearer resource_metadata="${metadata}"`)
            .send({ error: 'invalid_token' })
        const refusal = findRefusal(request, publicUrl)
        if (refusal) return reply.code(refusal.status).send(refusal.body)
        const webRequest = new Request(resource, {
          method: request.method,
          headers: toHeaders(request),
          ...(request.method === 'POST' ? { body: request.body as Buffer<ArrayBuffer> } : {}),
        })
        try {
          const response = await handler.fetch(webRequest, {
            authInfo: {
              token: readBearerToken(request),
              clientId: context.holder.client_id,
              scopes: [...context.scopes],
              resource: new URL(resource),
              extra: { context },
            },
          })
          return await sendResponse(reply, response)
        } catch (error) {
          logFault(services, error, request)
          return reply.code(500).send({ error: 'unknown' })
        }
      },
    })
    done()
  })
}

/** Returns the headers that the library reads. */
function toHeaders({ headers }: FastifyRequest): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (
      typeof value === 'string' &&
      (/^(accept|content-type)$/.test(name) || name.startsWith('mcp-'))
    )
      kept.set(name, value)
  return kept
}
