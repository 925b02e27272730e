import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Policy, rate_keys_max, rateHeaders, rates } from '#contract/rates.ts'
import type { Route } from '#contract/route.ts'
import { Buckets, type Standing } from './buckets.ts'
import type { Clock } from './clock.ts'
import { fail } from './errors.ts'
import { isLoopback } from './own-host.ts'
import { type Account, type Actor, isActor } from './sessions.ts'

/**
 * What a route takes from: a quota of its client's address, `contract` (the calls count by
 * themselves), or `none`: it costs nothing.
 */
export type RouteRate = Policy | 'contract' | 'none'
declare module 'fastify' {
  interface FastifyContextConfig {
    rate?: RouteRate
  }
}

type Headers = { header(name: string, value: string): unknown }
type Taking = { policy: Policy; key: string }
/**
 * A request on its way in: what it took from its address until it is known, and by what it will be
 * known again.
 */
export type Arrival = { address: string | null; caller: string | null }
export type Rates = {
  /** Counts a request outside of the contract by its address. Refuses with too_many. */
  countAddress(policy: Policy, client: string, at: Date, reply: Headers): void
  /**
   * Before the database is asked: whoever is known is counted at once, whoever is not by their
   * address. Refuses with too_many.
   */
  arrive(
    request: {
      route: Pick<Route, 'access' | 'format' | 'multipart'>
      name: string
      token: string
      client: string
      at: Date
    },
    reply: Headers,
  ): Arrival
  /**
   * Once it is known who asks (null: nobody, their token is dead): whoever was not known before is
   * counted now.
   */
  known(
    arrival: Arrival,
    name: string,
    route: Pick<Route, 'format' | 'multipart'>,
    who: Account | Actor | null,
    at: Date,
    reply: Headers,
  ): void
}

/**
 * By what a client's address is counted: of an IPv6 address the network, as one machine has as many
 * of it as it likes.
 */
export function networkOf(address: string): string {
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
export function extraOf(
  name: string,
  { format, multipart }: Pick<Route, 'format' | 'multipart'>,
): Policy | null {
  if (format === 'csv' || format === 'pdf' || format === 'file' || multipart) return 'files'
  return name.startsWith('leaderboards.') ? 'reports' : null
}

/**
 * What a process remembers of those it has let in lately, so that it can refuse them without asking
 * anybody.
 */
class Callers {
  private readonly found = new Map<string, Taking[]>()
  get(caller: string): Taking[] | undefined {
    return this.found.get(caller)
  }
  set(caller: string, takings: Taking[]): void {
    this.found.delete(caller)
    this.found.set(caller, takings)
    const [oldest] = this.found.keys()
    if (this.found.size > rate_keys_max && oldest !== undefined) this.found.delete(oldest)
  }
  forget(caller: string): void {
    this.found.delete(caller)
  }
}

const takingsOf = (who: Account | Actor): Taking[] => {
  const person = isActor(who) ? who.user_id : who.account_id
  const user: Taking = { policy: 'user', key: who.kind === 'token' ? `${person} tokens` : person }
  return isActor(who) ? [user, { policy: 'workspace', key: who.workspace_id }] : [user]
}

/**
 * Counts requests in this process alone (decision 021): a write for each would cost more than most
 * of them. `factor` multiplies every quota.
 */
export function startRates(factor: number): Rates {
  const names = Object.keys(rates) as Policy[]
  const quotas = Object.fromEntries(
    names.map((name) => [name, Math.max(Math.round(rates[name].quota * factor), 1)]),
  ) as Record<Policy, number>
  const buckets = Object.fromEntries(
    names.map((name) => [
      name,
      new Buckets({ quota: quotas[name], window_s: rates[name].window_s }, rate_keys_max),
    ]),
  ) as Record<Policy, Buckets>
  const callers = new Callers()

  /** Takes one of each, or of none. Says in the headers how the scarcest of them stands. */
  function take(takings: Taking[], at: Date, reply: Headers): void {
    const now = at.getTime()
    const empty = takings.find(({ policy, key }) => buckets[policy].look(key, now).left < 1)
    let scarcest: { policy: Policy; standing: Standing; share: number } | undefined
    for (const { policy, key } of takings) {
      const standing =
        (empty ? undefined : buckets[policy].take(key, now)) ?? buckets[policy].look(key, now)
      const share = standing.left / quotas[policy]
      if (!scarcest || share < scarcest.share) scarcest = { policy, standing, share }
    }
    reply.header(
      rateHeaders.policy,
      takings
        .map(({ policy }) => `"${policy}";q=${quotas[policy]};w=${rates[policy].window_s}`)
        .join(', '),
    )
    if (scarcest)
      reply.header(
        rateHeaders.standing,
        `"${scarcest.policy}";r=${scarcest.standing.left};t=${scarcest.standing.reset_s}`,
      )
    if (empty)
      fail('too_many', { retry_after_s: Math.max(buckets[empty.policy].wait_s(empty.key, now), 1) })
  }
  const withExtra = (takings: Taking[], extra: Policy | null): Taking[] =>
    extra && takings[0] ? [...takings, { policy: extra, key: takings[0].key }] : takings

  return {
    countAddress(policy, client, at, reply) {
      take([{ policy, key: networkOf(client) }], at, reply)
    },
    arrive({ route, name, token, client, at }, reply) {
      const caller = route.access === 'public' || !token ? null : hash('sha256', token, 'base64')
      const known = caller ? callers.get(caller) : undefined
      // Whoever is known and has nothing left is refused here, before anything is asked of the
      // database.
      if (known) {
        take(withExtra(known, extraOf(name, route)), at, reply)
        return { address: null, caller }
      }
      const address = networkOf(client)
      take([{ policy: 'address', key: address }], at, reply)
      return { address, caller }
    },
    known({ address, caller }, name, route, who, at, reply) {
      if (!caller) return
      if (!who) {
        callers.forget(caller)
        return
      }
      if (!address) return
      buckets.address.giveBack(address)
      const takings = takingsOf(who)
      callers.set(caller, takings)
      take(withExtra(takings, extraOf(name, route)), at, reply)
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
export function requireRouteRates(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }: RouteOptions) => {
    if (config?.rate === undefined && url !== '/*')
      throw new Error(`${url} has no rate in its config`)
  })
}

/** Counts the requests of routes that are no calls of the contract. */
export function countRequests(app: FastifyInstance, rates: Rates, clock: Clock): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rate = 'none' } = request.routeOptions.config
    if (rate !== 'none' && rate !== 'contract' && !(rate === 'probes' && isLocalProbe(request)))
      rates.countAddress(rate, request.ip, clock.now(), reply)
    done()
  })
}
