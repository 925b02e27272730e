import type { FastifyRequest } from 'fastify'
import { allowsImpersonation } from '#contract/impersonation.ts'
import type { Ability } from '#contract/permissions.ts'
import { allowsMissingSecondFactor } from '#contract/second-factor-setup.ts'
import type { Scope } from '#contract/scopes.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  type Account,
  type Actor,
  authenticate,
  isActor,
  type SessionCache,
} from '#server/platform/auth/sessions.ts'
import type { PreAuthCharge, RateLimiter } from '#server/platform/rate-limit/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { RequestScope } from './route-call.ts'

export function hasAbility(actor: Actor, ability: Ability): boolean {
  return actor.abilities.has(ability)
}

/**
 * Returns whether the caller may read data of a scope: always with a session, with an access token
 * only if it has the scope.
 */
export function hasScope(
  { kind, scopes }: Pick<Account, 'kind' | 'scopes'>,
  scope: Scope,
): boolean {
  return kind !== 'token' || scopes.includes(scope)
}

/**
 * Throws forbidden under impersonation: data of the person behind the account is private to them.
 */
export function forbidImpersonation(principal: Pick<Account, 'kind'>): void {
  if (principal.kind === 'impersonation') throwRefusal('forbidden')
}

export function readBearerToken(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? (token ?? '') : ''
}

/**
 * Throws unless an access token has the scope of the route, in addition to its owner's abilities.
 */
function requireScope(principal: Account, scope: Scope | null): void {
  if (principal.kind !== 'token' || (scope && hasScope(principal, scope))) return
  if (!scope) throwRefusal('forbidden')
  throwRefusal('scope_missing', { params: { scope } })
}

/** Attaches the principal to the request for error handling and logging. */
export function attachPrincipal(request: FastifyRequest, principal: Account | Actor): void {
  request.principal = principal
  if (!isActor(principal)) return
  request.workspace_id = principal.workspace_id
  request.language = principal.language
}

/**
 * Denies by default: a token of the wrong kind is 401, a missing scope or ability 403, an unpaid
 * workspace 402.
 */
export function authorize(
  { name, route, scope }: Pick<RequestScope, 'name' | 'route' | 'scope'>,
  principal: Account | Actor,
): void {
  requireScope(principal, scope)
  if (principal.kind === 'impersonation' && !allowsImpersonation(name)) throwRefusal('forbidden')
  if (route.access === 'public' || route.access === 'temporary') return
  if (!isActor(principal)) throwRefusal('unauthorized')
  if (principal.second_factor_missing && !allowsMissingSecondFactor(name))
    throwRefusal('second_factor_required')
  if (!route.inactive && !principal.billing_active) throwRefusal('billing_inactive')
  if (!principal.abilities.has(route.access)) throwRefusal('forbidden')
}

type CallerState = { preAuthCharge: PreAuthCharge | undefined; sessionCache: SessionCache }
/**
 * Returns the principal of a request, or null for a public route. Throws unauthorized for an
 * invalid token, and 429 when a rate limit is exceeded (rate-limit/limiter.ts).
 */
export async function authenticateRequest(
  { db, config }: Services,
  rates: RateLimiter | null,
  requestScope: RequestScope,
  { preAuthCharge, sessionCache }: CallerState,
): Promise<Account | Actor | null> {
  const { name, route, request, reply, at } = requestScope
  const token = readBearerToken(request)
  if (route.access === 'public') return null
  const principal = token
    ? ((await authenticate(db, token, at, config.billing, sessionCache)) ?? null)
    : null
  if (preAuthCharge) rates?.checkAfterAuth(preAuthCharge, name, route, principal, at, reply)
  if (!principal) throwRefusal('unauthorized')
  attachPrincipal(request, principal)
  authorize(requestScope, principal)
  return principal
}
