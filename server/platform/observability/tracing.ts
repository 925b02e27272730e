import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CompiledQuery } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { toRefusal } from '#server/platform/errors.ts'

// By OpenTelemetry's API alone: whoever runs the server brings an SDK (docs/operation.md), and
// without one nothing is kept.
const getTracer = () => trace.getTracer('laurel')

/**
 * Runs `work` in a span. What goes wrong is told by its kind, never by its text: that may quote
 * somebody.
 */
async function runInSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return getTracer().startActiveSpan(
    name,
    { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
    async (span) => {
      try {
        return await work()
      } catch (error) {
        if (!toRefusal(error)) span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
  )
}

/** The database with a span for each transaction. */
export function traceDatabase(db: Database): Database {
  return {
    ...db,
    tenant: (workspaceId, work) => runInSpan('transaction', () => db.tenant(workspaceId, work)),
    account: (accountId, work) => runInSpan('transaction', () => db.account(accountId, work)),
    read: <R>(workspaceId: string, query: CompiledQuery<R>) =>
      runInSpan('read', () => db.read(workspaceId, query)),
    readAfter: (first, query) => runInSpan(first.name, () => db.readAfter(first, query)),
    call: (name, text, values) => runInSpan(name, () => db.call(name, text, values)),
  }
}

const spans = new WeakMap<FastifyRequest, Span>()
/** A span for each request, within the trace that its `traceparent` names. */
export function traceRequests(
  app: FastifyInstance,
  routeOf: (request: FastifyRequest) => string,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const name = `${request.method} ${routeOf(request)}`
    const parent = propagation.extract(context.active(), request.headers)
    const span = getTracer().startSpan(
      name,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': routeOf(request),
          'laurel.request': request.id,
        },
      },
      parent,
    )
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  // A body is read by the socket's events, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) context.with(trace.setSpan(context.active(), span), done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttributes({
      'http.response.status_code': reply.statusCode,
      ...(request.workspace_id ? { 'laurel.workspace': request.workspace_id } : {}),
    })
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
