import type { FastifyInstance } from 'fastify'
import { apiPrefix, type Route } from '#contract/routes/route.ts'
import { type OutputOf, type RouteName, routes } from '#contract/routes/index.ts'
import { findRequiredScope } from '#contract/scopes.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { type Account, type Actor, isActor, SessionCache } from '#server/platform/auth/sessions.ts'
import { callFunction } from '#server/platform/database/call-function.ts'
import { createUploadBudget } from '#server/platform/files/upload-budget.ts'
import { isSignInRoute } from '#server/platform/observability/security-log.ts'
import type { RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { authenticateRequest, readBearerToken } from './authorize.ts'
import { parseCall } from './parse-call.ts'
import type {
  MountRoute,
  RequestScope,
  RouteCall,
  RouteHandler,
  StatementHandler,
} from './route-call.ts'
import { sendAudited } from './send-result.ts'
import { speculate, type SpeculationContext } from './speculative-calls.ts'

// Modules declare their routes with these.
export { forbidImpersonation, hasAbility, hasScope } from './authorize.ts'
export { type MountRoute, type RouteCall, toIdempotentCall } from './route-call.ts'

/** Records a call under impersonation before it runs, in addition to the action's own entries. */
async function recordImpersonatedCall(
  { db }: Services,
  actor: Actor,
  call: RouteName,
  params: unknown,
  at: Date,
): Promise<void> {
  const id = (params as { id?: string } | undefined)?.id
  await db.tenant(actor.workspace_id, (trx) =>
    audit(trx, actor, 'impersonation.act', { call, ...(id === undefined ? {} : { id }) }, at),
  )
}

type MounterContext = SpeculationContext & { app: FastifyInstance }

/** Answers a call of one statement, after its authentication. */
async function answerStatement<N extends RouteName, R>(
  { db }: Services,
  handler: StatementHandler<N, R>,
  call: RouteCall<N>,
  workspaceId: string,
): Promise<OutputOf<N>> {
  if (handler.exception?.appliesTo(call)) return handler.exception.handle(call)
  if ('query' in handler)
    return handler.respond(call, await db.read(workspaceId, handler.query(call)))
  return handler.finish(call, await callFunction<R>(db, handler.write(call)))
}

/** Parses the input of an authorized request and runs its handler. */
async function runHandler<N extends RouteName, R>(
  { app, services }: MounterContext,
  requestScope: RequestScope,
  handler: RouteHandler<N> | StatementHandler<N, R>,
  principal: Account | Actor | null,
): Promise<unknown> {
  const { name, route, request } = requestScope
  const call = await parseCall<N>(requestScope, principal)
  if (
    principal &&
    isActor(principal) &&
    principal.kind === 'impersonation' &&
    route.method !== 'GET'
  )
    await recordImpersonatedCall(services, principal, name, call.params, call.at)
  const result: unknown =
    typeof handler === 'function'
      ? await handler(call)
      : await answerStatement(services, handler, call, (principal as Actor).workspace_id)
  if (isSignInRoute(name)) app.securityLog.signedIn(request)
  return result
}

/**
 * Mounts routes of the contract on the app. Routes that are not mounted are absent from the OpenAPI
 * document.
 */
export function createRouteMounter(
  app: FastifyInstance,
  services: Services,
  { check_outputs: checkOutputs, rates }: { check_outputs: boolean; rates: RateLimiter | null },
): { handle: MountRoute; mounted: RouteName[] } {
  const mounted: RouteName[] = []
  const uploads = createUploadBudget()
  const sessionCache = new SessionCache()
  const context: MounterContext = { app, services, rates, sessionCache }
  const sendResult = (requestScope: RequestScope, result: unknown) =>
    sendAudited(services, requestScope, result, checkOutputs)

  const handle: MountRoute = (name, handler) => {
    const route: Route = routes[name]
    const scope = findRequiredScope(name, route)
    mounted.push(name)
    app.route({
      method: route.method,
      url: apiPrefix + route.path,
      config: { rateLimit: 'caller' },
      handler: async (request, reply) => {
        const at = services.clock.now()
        const requestScope: RequestScope = { name, route, scope, request, reply, at }
        const token = readBearerToken(request)
        const preAuthCharge = rates?.checkBeforeAuth(
          { route, name, token, client: request.ip, at },
          reply,
        )
        const speculative =
          typeof handler === 'function'
            ? undefined
            : await speculate(context, requestScope, handler, preAuthCharge)
        if (speculative) return sendResult(requestScope, speculative.answer)
        const principal = await authenticateRequest(services, rates, requestScope, {
          preAuthCharge,
          sessionCache,
        })
        if (!route.multipart || !request.isMultipart() || !principal || !isActor(principal))
          return await sendResult(
            requestScope,
            await runHandler(context, requestScope, handler, principal),
          )
        const upload = uploads.start(principal.workspace_id)
        try {
          const uploadScope = { ...requestScope, upload }
          const result = await runHandler(context, uploadScope, handler, principal)
          return await sendResult(requestScope, result)
        } finally {
          upload.release()
        }
      },
    })
  }
  return { handle, mounted }
}
