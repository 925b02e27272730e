import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPrefix } from '#contract/routes/route.ts'
import { requestContext } from '#server/platform/request-context.ts'
import { createMetrics, mountMetrics } from './metrics.ts'
import type { Services } from '#server/platform/services.ts'
import { traceRequests } from './tracing.ts'

/**
 * The pattern of a request's route, never its address, which may hold a token. All that nobody
 * serves is one.
 */
const routePattern = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/**
 * What an operator sees of each request: an id that goes through all that is logged for it and is
 * answered as x-request-id, one line of log, figures for Prometheus (METRICS_TOKEN), and spans
 * (OTEL).
 */
export function mountRequestTelemetry(app: FastifyInstance, services: Services): void {
  const { log, config } = services
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    requestContext.run({ request: request.id, source: request }, done)
  })
  // A body is read by the socket's events, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) =>
    requestContext.run({ request: request.id, source: request }, done),
  )
  if (config.otel) traceRequests(app, routePattern)

  const metrics = config.metricsToken === undefined ? undefined : createMetrics(services)
  if (metrics && config.metricsToken !== undefined) mountMetrics(app, metrics, config.metricsToken)
  app.addHook('onResponse', (request, reply, done) => {
    const route = routePattern(request)
    const stream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')
    metrics?.recordRequest(
      request.method,
      route,
      reply.statusCode,
      stream ? null : reply.elapsedTime / 1_000,
    )
    // Files and pages are many and say little. On a developer's terminal the codes should be seen.
    const level =
      config.production && (route.startsWith(apiPrefix) || request.method !== 'GET')
        ? 'info'
        : 'debug'
    log[level](
      {
        request: request.id,
        workspace: request.workspace_id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    // What was written down of administrators' acts stands now.
    if (request.adminActions && reply.statusCode < 400) app.securityLog.adminAction(request)
    done()
  })
}
