import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { fail } from './errors.ts'
import { tokenHash } from './ids.ts'
import type { Services } from './services.ts'

const buckets_s = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  registry: Registry
  /** Counts an answered request. `route` is a pattern, so that there are as many series as routes; `seconds` null for streams, which last as they like. */
  answered(method: string, route: string, status: number, seconds: number | null): void
}

/** What waits in the database, whoever's it is: counted by the schema's owner's function, bounded there. */
async function waiting({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ name: string; value: number }[]> {
  return db.call<{ name: string; value: number }>('operation_figures', 'select name, value from operation_figures($1)', [clock.now()])
}

export function createMetrics(services: Services): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({ name: 'laurel_http_requests_total', help: 'Requests answered.', labelNames: ['method', 'route', 'status'], registers })
  const durations = new Histogram({ name: 'laurel_http_request_seconds', help: 'How long answers took, but for streams of events.', labelNames: ['method', 'route'], buckets: buckets_s, registers })
  const pool = new Gauge({ name: 'laurel_pool_connections', help: 'Connections to the database.', labelNames: ['state'], registers })
  new Gauge({
    name: 'laurel_pool_waiting', help: 'Requests that wait for a connection.', registers,
    collect() {
      const { total, idle, waiting: waits } = services.db.load()
      pool.set({ state: 'idle' }, idle)
      pool.set({ state: 'busy' }, total - idle)
      this.set(waits)
    },
  })
  new Gauge({ name: 'laurel_event_streams_open', help: 'Open pages that hear of news.', registers, collect() { this.set(services.events.listening()) } })
  const figures = new Gauge({
    name: 'laurel_waiting', help: 'What waits to be worked on, by kind; 100000 is that or more. mails_late_s is no count: for so many seconds the oldest mail that is due waits.', labelNames: ['what'], registers,
    async collect() {
      this.reset()
      for (const { name, value } of await waiting(services)) figures.set({ what: name }, value)
    },
  })
  // Labels are put together once for each series: counting a request is two additions then.
  const known = new Map<string, { count(): void; took(seconds: number): void }>()
  return {
    registry,
    answered(method, route, status, seconds) {
      const key = `${method} ${status} ${route}`
      let series = known.get(key)
      if (!series) {
        const [counted, timed] = [requests.labels({ method, route, status: String(status) }), durations.labels({ method, route })]
        known.set(key, (series = { count: () => counted.inc(), took: (took) => timed.observe(took) }))
      }
      series.count()
      if (seconds !== null) series.took(seconds)
    },
  }
}

/** GET /metrics for Prometheus, with METRICS_TOKEN as its bearer; without that setting there is no such page. */
export function mountMetrics(app: FastifyInstance, { registry }: Metrics, expected: string): void {
  const hash = tokenHash(expected)
  let begun = false
  app.get('/metrics', async (request, reply) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !timingSafeEqual(tokenHash(token), hash)) fail('unauthorized')
    // Figures of the process (memory, processor, event loop) cost a little: nobody pays who does not ask.
    if (!begun) collectDefaultMetrics({ register: registry })
    begun = true
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(await registry.metrics())
  })
}
