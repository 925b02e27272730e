import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { sandboxes } from '#server/platform/sandbox/sandbox.ts'
import type { Services } from '#server/platform/services.ts'

const requestBucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  registry: Registry
  /**
   * Counts an answered request. `route` is a pattern, so the number of series is bounded; `seconds`
   * is null for streams, whose duration has no meaning.
   */
  recordRequest(method: string, route: string, status: number, seconds: number | null): void
}

/**
 * Returns the lengths of the queues in the database across all workspaces. A function of the
 * schema's owner counts them, with a bound.
 */
async function readQueueDepths({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<{ name: string; value: number }[]> {
  return db.call<{ name: string; value: number }>(
    'pending_work_counts',
    'select name, value from pending_work_counts($1)',
    [clock.now()],
  )
}

function addServiceGauges(registers: Registry[], services: Services): void {
  const pool = new Gauge({
    name: 'laurel_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers,
  })
  new Gauge({
    name: 'laurel_pool_waiting',
    help: 'Requests that wait for a connection.',
    registers,
    collect() {
      const { total, idle, waiting: waits } = services.db.connectionStats()
      pool.set({ state: 'idle' }, idle)
      pool.set({ state: 'busy' }, total - idle)
      this.set(waits)
    },
  })
  new Gauge({
    name: 'laurel_event_streams_open',
    help: 'Open pages that hear of news.',
    registers,
    collect() {
      this.set(services.events.subscriberCount())
    },
  })
  const queueDepths = new Gauge({
    name: 'laurel_waiting',
    help: 'What waits to be worked on, by kind; 100000 is that or more. mails_late_s is no count: for so many seconds the oldest mail that is due waits.',
    labelNames: ['what'],
    registers,
    async collect() {
      this.reset()
      // Without the database the backlog is unknown. The other metrics describe the outage.
      const depths = await readQueueDepths(services).catch(() => [])
      for (const { name, value } of depths) queueDepths.set({ what: name }, value)
    },
  })
}

function addSandboxGauges(registers: Registry[]): void {
  new Gauge({
    name: 'laurel_sandbox_jobs',
    help: 'Uploaded files in child processes, by kind of file.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const { name, load } of sandboxes) {
        this.set({ kind: name, state: 'running' }, load().running)
        this.set({ kind: name, state: 'waiting' }, load().waiting)
      }
    },
  })
  new Gauge({
    name: 'laurel_sandbox_failures',
    help: 'Uploaded files that could not be read since the start, by kind and reason.',
    labelNames: ['kind', 'reason'],
    registers,
    collect() {
      for (const { name, failures } of sandboxes)
        for (const [reason, count] of failures) this.set({ kind: name, reason }, count)
    },
  })
}

export function createMetrics(services: Services): Metrics {
  const registry = new Registry()
  addServiceGauges([registry], services)
  addSandboxGauges([registry])
  const requests = new Histogram({
    name: 'laurel_http_request_seconds',
    help: 'How long answers took; streams of events count, and take no time.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBucketsS,
    registers: [registry],
  })
  return {
    registry,
    recordRequest(method, route, status, seconds) {
      requests.observe({ method, route, status }, seconds ?? 0)
    },
  }
}

/** Mounts GET /metrics for Prometheus, with METRICS_TOKEN as its bearer token. */
export function mountMetrics(app: FastifyInstance, { registry }: Metrics, expected: string): void {
  const hash = hashToken(expected)
  let hasDefaultMetrics = false
  app.get('/metrics', { config: { rateLimit: 'probes' } }, async (request, reply) => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !timingSafeEqual(hashToken(token), hash))
      throwRefusal('unauthorized')
    // Default metrics (memory, processor, event loop) cost some time, so they start with the first
    // scrape.
    if (!hasDefaultMetrics) collectDefaultMetrics({ register: registry })
    hasDefaultMetrics = true
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}
