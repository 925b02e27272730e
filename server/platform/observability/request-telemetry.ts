import { routePattern } from './route-pattern.ts'
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from '#contract/routes/route.ts'
import { requestContext } from '#server/platform/request-context.ts'
import { createMetrics, mountMetrics } from './metrics.ts'
import type { Services } from '#server/platform/services.ts'
import { traceRequests } from './tracing.ts'

/**
 * Adds telemetry to each request: an id in all its log lines and in x-request-id, one log line,
 * metrics for Prometheus (METRICS_TOKEN), and spans (OTEL).
 */
export function mountRequestTelemetry(app: FastifyInstance, services: Services): void {
  const { log, config } = services
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    requestContext.run({ request: request.id, source: request }, done)
  })
  // Events of the socket deliver the body without the request's async context.
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
    // Static files are many and log at debug level. So does everything in development, where
    // sign-in codes should stay visible.
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
    // The audited transaction is committed now.
    if (request.adminActions && reply.statusCode < 400) app.securityLog.adminAction(request)
    done()
  })
}
