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
import { TokenBuckets, type RateLimitState } from './token-bucket.ts'
import type { Clock } from '#server/platform/clock.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isLoopback } from '#server/platform/http/host-check.ts'
import { type Account, type Actor, isActor } from '#server/platform/auth/sessions.ts'

/**
 * What a route takes from: a quota of its client's address, `contract` (the calls count by
 * themselves), or `none`: it costs nothing.
 */
export type RouteRateLimit = RateLimitPolicy | 'contract' | 'none'
declare module 'fastify' {
  interface FastifyContextConfig {
    rateLimit?: RouteRateLimit
  }
}

type HeaderSink = { header(name: string, value: string): unknown }
type Charge = { policy: RateLimitPolicy; key: string }
/**
 * A request on its way in: what it took from its address until it is known, and by what it will be
 * known again.
 */
export type PreAuthCharge = { address: string | null; caller: string | null }
export type RateLimiter = {
  /** Counts a request outside of the contract by its address. Refuses with too_many. */
  checkAddress(policy: RateLimitPolicy, client: string, at: Date, reply: HeaderSink): void
  /**
   * Before the database is asked: whoever is known is counted at once, whoever is not by their
   * address. Refuses with too_many.
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
   * Once it is known who asks (null: nobody, their token is dead): whoever was not known before is
   * counted now.
   */
  checkAfterAuth(
    arrival: PreAuthCharge,
    name: string,
    route: Pick<Route, 'format' | 'multipart'>,
    who: Account | Actor | null,
    at: Date,
    reply: HeaderSink,
  ): void
}

/**
 * By what a client's address is counted: of an IPv6 address the network, as one machine has as many
 * of it as it likes.
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

/** What a call takes from besides its user's and its team's quota. */
export function findExtraPolicy(
  name: string,
  { format, multipart }: Pick<Route, 'format' | 'multipart'>,
): RateLimitPolicy | null {
  if (format === 'csv' || format === 'pdf' || format === 'file' || multipart) return 'files'
  return name.startsWith('leaderboards.') ? 'reports' : null
}

/**
 * What a process remembers of those it has let in lately, so that it can refuse them without asking
 * anybody.
 */
class CallerCache {
  private readonly found = new Map<string, Charge[]>()
  get(caller: string): Charge[] | undefined {
    return this.found.get(caller)
  }
  set(caller: string, takings: Charge[]): void {
    this.found.delete(caller)
    this.found.set(caller, takings)
    const [oldest] = this.found.keys()
    if (this.found.size > rateLimitKeysMax && oldest !== undefined) this.found.delete(oldest)
  }
  forget(caller: string): void {
    this.found.delete(caller)
  }
}

const listCharges = (who: Account | Actor): Charge[] => {
  const person = isActor(who) ? who.user_id : who.account_id
  const user: Charge = { policy: 'user', key: who.kind === 'token' ? `${person} tokens` : person }
  return isActor(who) ? [user, { policy: 'workspace', key: who.workspace_id }] : [user]
}

/**
 * Counts requests in this process alone (decision 021): a write for each would cost more than most
 * of them. `factor` multiplies every quota.
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
  const callers = new CallerCache()

  /** Takes one of each, or of none. Says in the headers how the scarcest of them stands. */
  function applyCharges(takings: Charge[], at: Date, reply: HeaderSink): void {
    const now = at.getTime()
    const empty = takings.find(({ policy, key }) => buckets[policy].peek(key, now).remaining < 1)
    let scarcest: { policy: RateLimitPolicy; standing: RateLimitState; share: number } | undefined
    for (const { policy, key } of takings) {
      const standing =
        (empty ? undefined : buckets[policy].consume(key, now)) ?? buckets[policy].peek(key, now)
      const share = standing.remaining / quotas[policy]
      if (!scarcest || share < scarcest.share) scarcest = { policy, standing, share }
    }
    reply.header(
      rateLimitHeaders.policy,
      takings
        .map(({ policy }) => `"${policy}";q=${quotas[policy]};w=${rateLimits[policy].window_s}`)
        .join(', '),
    )
    if (scarcest)
      reply.header(
        rateLimitHeaders.state,
        `"${scarcest.policy}";r=${scarcest.standing.remaining};t=${scarcest.standing.reset_s}`,
      )
    if (empty)
      throwRefusal('too_many', {
        retry_after_s: Math.max(buckets[empty.policy].secondsUntilAvailable(empty.key, now), 1),
      })
  }
  const withExtra = (takings: Charge[], extra: RateLimitPolicy | null): Charge[] =>
    extra && takings[0] ? [...takings, { policy: extra, key: takings[0].key }] : takings

  return {
    checkAddress(policy, client, at, reply) {
      applyCharges([{ policy, key: toNetworkKey(client) }], at, reply)
    },
    checkBeforeAuth({ route, name, token, client, at }, reply) {
      const caller = route.access === 'public' || !token ? null : hash('sha256', token, 'base64')
      const known = caller ? callers.get(caller) : undefined
      // Whoever is known and has nothing left is refused here, before anything is asked of the
      // database.
      if (known) {
        applyCharges(withExtra(known, findExtraPolicy(name, route)), at, reply)
        return { address: null, caller }
      }
      const address = toNetworkKey(client)
      applyCharges([{ policy: 'address', key: address }], at, reply)
      return { address, caller }
    },
    checkAfterAuth({ address, caller }, name, route, who, at, reply) {
      if (!caller) return
      if (!who) {
        callers.forget(caller)
        return
      }
      if (!address) return
      buckets.address.refund(address)
      const takings = listCharges(who)
      callers.set(caller, takings)
      applyCharges(withExtra(takings, findExtraPolicy(name, route)), at, reply)
    },
  }
}

/** A probe of the machine itself, through no proxy: it must not wait for others. */
const isLocalProbe = ({ socket, headers }: FastifyRequest) =>
  isLoopback(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined

/**
 * Throws at start for a route that does not say what it takes from. The files of the interface take
 * from nothing.
 */
export function requireRouteRateLimits(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }: RouteOptions) => {
    if (config?.rateLimit === undefined && url !== '/*')
      throw new Error(`${url} has no rate in its config`)
  })
}

/** Counts the requests of routes that are no calls of the contract. */
export function mountRateLimiter(app: FastifyInstance, rates: RateLimiter, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rateLimit = 'none' } = request.routeOptions.config
    if (
      rateLimit !== 'none' &&
      rateLimit !== 'contract' &&
      !(rateLimit === 'probes' && isLocalProbe(request))
    )
      rates.checkAddress(rateLimit, request.ip, clock.now(), reply)
    done()
  })
}
