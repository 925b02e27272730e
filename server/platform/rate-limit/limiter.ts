import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import {
  type RateLimitPolicy,
  rateLimitKeysMax,
  rateLimitHeaders,
  rateLimits,
} from '#contract/rate-limits.ts'
import type { Route } from '#contract/routes/route.ts'
import { createKeyCache, TokenBuckets, type RateLimitState } from './token-bucket.ts'
import type { ScimActor } from '#server/platform/audit/audit-log.ts'
import type { Clock } from '#server/platform/clock.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isLoopback } from '#server/platform/http/host-check.ts'
import { type Account, type Actor, isActor } from '#server/platform/auth/sessions.ts'

/**
 * The rate limit of a route: a policy counted by client address, `caller` (the route counts its
 * callers itself, before and after authentication), or `none`.
 */
type RouteRateLimit = RateLimitPolicy | 'caller' | 'none'
declare module 'fastify' {
  interface FastifyContextConfig {
    rateLimit?: RouteRateLimit
  }
}

type Caller = Account | Actor | ScimActor
type HeaderSink = { header(name: string, value: string): unknown }
type Charge = { policy: RateLimitPolicy; key: string }
/**
 * The charges of a request before authentication: the client address charged, and the cache key of
 * the caller.
 */
export type PreAuthCharge = { address: string | null; caller: string | null }
export type RateLimiter = {
  /** Counts a request outside of the contract by its client address. Throws too_many. */
  checkAddress(policy: RateLimitPolicy, client: string, at: Date, reply: HeaderSink): void
  /**
   * Counts a request before the database is queried: a known caller by its own quotas, an unknown
   * one by its client address. Throws too_many.
   */
  checkBeforeAuth(
    request: {
      route: Pick<Route, 'access' | 'format' | 'multipart'>
      name: string
      token: string
      client: string
      at: Date
    },
    reply: HeaderSink,
  ): PreAuthCharge
  /**
   * Counts a request after authentication (null: an invalid token): callers unknown before are
   * charged now.
   */
  checkAfterAuth(
    charge: PreAuthCharge,
    name: string,
    route: Pick<Route, 'format' | 'multipart'>,
    principal: Caller | null,
    at: Date,
    reply: HeaderSink,
  ): void
}

/**
 * Returns the rate limit key of a client address. An IPv6 client is counted by its /64 network, as
 * one machine may use any address of it.
 */
export function toNetworkKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const first = head ? head.split(':') : []
  const last = tail ? tail.split(':') : []
  const all =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(8 - first.length - last.length, 0)).fill('0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Formats whose calls count as files. */
const fileFormats = new Set<Route['format']>(['csv', 'table', 'pdf', 'file'])

/** Returns the policy that a route uses in addition to the quotas of its user and team. */
export function findExtraPolicy(
  name: string,
  { format, multipart }: Pick<Route, 'format' | 'multipart'>,
): RateLimitPolicy | null {
  if (multipart || fileFormats.has(format)) return 'files'
  return name.startsWith('leaderboards.') ? 'reports' : null
}

const listCharges = (principal: Caller): Charge[] => {
  if (principal.kind === 'scim') return [{ policy: 'scim', key: principal.workspace_id }]
  const id = isActor(principal) ? principal.user_id : principal.account_id
  const user: Charge = { policy: 'user', key: principal.kind === 'token' ? `${id} tokens` : id }
  return isActor(principal) ? [user, { policy: 'workspace', key: principal.workspace_id }] : [user]
}

/** Adds the charge for the additional policy of a route, on the key of the user. */
const withExtra = (charges: Charge[], extra: RateLimitPolicy | null): Charge[] =>
  extra && charges[0] ? [...charges, { policy: extra, key: charges[0].key }] : charges

/**
 * Creates a limiter that counts in this process only (decision 021): a write for each request would
 * cost more than most requests. `factor` multiplies every quota.
 */
export function createRateLimiter(factor: number): RateLimiter {
  const names = Object.keys(rateLimits) as RateLimitPolicy[]
  const quotas = Object.fromEntries(
    names.map((name) => [name, Math.max(Math.round(rateLimits[name].quota * factor), 1)]),
  ) as Record<RateLimitPolicy, number>
  const buckets = Object.fromEntries(
    names.map((name) => [
      name,
      new TokenBuckets(
        { quota: quotas[name], window_s: rateLimits[name].window_s },
        rateLimitKeysMax,
      ),
    ]),
  ) as Record<RateLimitPolicy, TokenBuckets>
  // The charges of recent callers, so that the process can refuse them without a query.
  const callers = createKeyCache<Charge[]>(rateLimitKeysMax)

  /** Consumes one unit of every charge, or none. The headers report the scarcest one. */
  function applyCharges(charges: Charge[], at: Date, reply: HeaderSink): void {
    const now = at.getTime()
    const empty = charges.find(({ policy, key }) => buckets[policy].peek(key, now).remaining < 1)
    let scarcest: { policy: RateLimitPolicy; state: RateLimitState; share: number } | undefined
    for (const { policy, key } of charges) {
      const state =
        (empty ? undefined : buckets[policy].consume(key, now)) ?? buckets[policy].peek(key, now)
      const share = state.remaining / quotas[policy]
      if (!scarcest || share < scarcest.share) scarcest = { policy, state, share }
    }
    reply.header(
      rateLimitHeaders.policy,
      charges
        .map(({ policy }) => `"${policy}";q=${quotas[policy]};w=${rateLimits[policy].window_s}`)
        .join(', '),
    )
    if (scarcest)
      reply.header(
        rateLimitHeaders.state,
        `"${scarcest.policy}";r=${scarcest.state.remaining};t=${scarcest.state.reset_s}`,
      )
    if (empty)
      throwRefusal('too_many', {
        retry_after_s: Math.max(buckets[empty.policy].secondsUntilAvailable(empty.key, now), 1),
      })
  }

  return {
    checkAddress(policy, client, at, reply) {
      applyCharges([{ policy, key: toNetworkKey(client) }], at, reply)
    },
    checkBeforeAuth({ route, name, token, client, at }, reply) {
      const caller = route.access === 'public' || !token ? null : hash('sha256', token, 'base64')
      const knownCharges = caller ? callers.get(caller) : undefined
      // A known caller with an exhausted quota is refused here, before any query.
      if (knownCharges) {
        applyCharges(withExtra(knownCharges, findExtraPolicy(name, route)), at, reply)
        return { address: null, caller }
      }
      const address = toNetworkKey(client)
      applyCharges([{ policy: 'address', key: address }], at, reply)
      return { address, caller }
    },
    checkAfterAuth({ address, caller }, name, route, principal, at, reply) {
      if (!caller) return
      if (!principal) {
        callers.delete(caller)
        return
      }
      if (!address) return
      buckets.address.refund(address)
      const charges = listCharges(principal)
      callers.set(caller, charges)
      applyCharges(withExtra(charges, findExtraPolicy(name, route)), at, reply)
    },
  }
}

/**
 * Returns whether a health check comes from this machine without a proxy: it must not compete with
 * clients.
 */
const isLocalProbe = ({ socket, headers }: FastifyRequest) =>
  isLoopback(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

/** Throws at start for a route without a rate limit. Files of the interface have none. */
export function requireRouteRateLimits(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }: RouteOptions) => {
    if (config?.rateLimit === undefined && url !== '/*')
      throw new Error(`${url} has no rate in its config`)
  })
}

/** Counts the requests of routes outside of the contract. */
export function mountRateLimiter(app: FastifyInstance, rates: RateLimiter, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rateLimit = 'none' } = request.routeOptions.config
    if (
      rateLimit !== 'none' &&
      rateLimit !== 'caller' &&
      !(rateLimit === 'probes' && isLocalProbe(request))
    )
      rates.checkAddress(rateLimit, request.ip, clock.now(), reply)
    done()
  })
}
