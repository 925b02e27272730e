import type { OutputOf, RouteName } from '#contract/routes/index.ts'
import {
  type Account,
  type Actor,
  type AuthSessionRow,
  isSameSession,
  type SessionCache,
  sessionImageQuery,
  sessionQuery,
  toPrincipal,
} from '#server/platform/auth/sessions.ts'
import type { NamedStatement } from '#server/platform/database/statements.ts'
import type { PreAuthCharge, RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import { attachPrincipal, authorize, readBearerToken } from './authorize.ts'
import { parseCall } from './parse-call.ts'
import type {
  ReadHandler,
  RequestScope,
  RouteCall,
  StatementHandler,
  WriteHandler,
} from './route-call.ts'

export type SpeculationContext = {
  services: Services
  rates: RateLimiter | null
  sessionCache: SessionCache
}
/** A call that was parsed and authorized with the cached session, and the statement it prepared. */
type PreparedCall<N extends RouteName, S> = {
  session: NamedStatement
  cachedSession: AuthSessionRow
  principal: Account | Actor
  call: RouteCall<N>
  statement: S
}

/**
 * Prepares a call with the cached session. Returns undefined when that is not possible. A cached
 * session never refuses a request: the regular path reports the error after authentication.
 */
async function prepareCall<N extends RouteName, R, S>(
  { services, sessionCache }: SpeculationContext,
  requestScope: RequestScope,
  { exception }: StatementHandler<N, R>,
  prepareStatement: (call: RouteCall<N>) => S,
): Promise<PreparedCall<N, S> | undefined> {
  const { request, at } = requestScope
  const session = sessionQuery(readBearerToken(request), at)
  const cachedSession = session && sessionCache.get(session, at)
  if (!session || !cachedSession) return undefined
  const principal = toPrincipal(cachedSession, at, services.config.billing)
  try {
    authorize(requestScope, principal)
    const call = await parseCall<N>(requestScope, principal)
    if (exception?.appliesTo(call)) return undefined
    return { session, cachedSession, principal, call, statement: prepareStatement(call) }
  } catch {
    return undefined
  }
}

/** Authenticates and reads in one round trip. */
async function speculateRead<N extends RouteName, R>(
  context: SpeculationContext,
  requestScope: RequestScope,
  handler: ReadHandler<N, R>,
  preAuthCharge: PreAuthCharge | undefined,
): Promise<{ answer: OutputOf<N> } | undefined> {
  const prepared = await prepareCall(context, requestScope, handler, handler.query)
  if (!prepared) return undefined
  const { session, cachedSession, principal, call, statement } = prepared
  const { name, route, request, reply, at } = requestScope
  const [[row], rows] = await context.services.db.readAfter<Pick<AuthSessionRow, 'image'>, R>(
    sessionImageQuery(session),
    statement,
  )
  if (!isSameSession(row, cachedSession)) return undefined
  if (preAuthCharge) context.rates?.checkAfterAuth(preAuthCharge, name, route, principal, at, reply)
  attachPrincipal(request, principal)
  return { answer: handler.respond(call, rows) }
}

/**
 * Authenticates and writes in one statement. Rate limits count before a write, so its caller must be
 * known to them. A write under impersonation is recorded first, so it takes the regular path.
 */
async function speculateWrite<N extends RouteName, R>(
  context: SpeculationContext,
  requestScope: RequestScope,
  handler: WriteHandler<N, R>,
  preAuthCharge: PreAuthCharge | undefined,
): Promise<{ answer: OutputOf<N> } | undefined> {
  const { services } = context
  if (services.hasCitus || (preAuthCharge && preAuthCharge.address !== null)) return undefined
  const prepared = await prepareCall(context, requestScope, handler, handler.write)
  if (!prepared || prepared.principal.kind === 'impersonation') return undefined
  const { session, cachedSession, principal, call, statement } = prepared
  const attach = () => {
    attachPrincipal(requestScope.request, principal)
  }
  const written = await services.db
    .callInSession<R>(session, cachedSession.image, statement)
    .catch((error: unknown) => {
      // The function ran, so the session is the cached one, or the database did not answer.
      attach()
      throw error
    })
  if (!written) return undefined
  attach()
  return { answer: handler.finish(call, written.result) }
}

/**
 * Authenticates and runs a call of one statement in one round trip, with the cached session. Returns
 * undefined when that is not possible or the session has changed.
 */
export const speculate = <N extends RouteName, R>(
  context: SpeculationContext,
  requestScope: RequestScope,
  handler: StatementHandler<N, R>,
  preAuthCharge: PreAuthCharge | undefined,
): Promise<{ answer: OutputOf<N> } | undefined> =>
  'write' in handler
    ? speculateWrite(context, requestScope, handler, preAuthCharge)
    : speculateRead(context, requestScope, handler, preAuthCharge)
