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

// Uses OpenTelemetry's API only: the operator supplies an SDK (docs/operation.md). Without one,
// spans are discarded.
const getTracer = () => trace.getTracer('laurel')

/**
 * Runs `work` in a span. A failure sets the status without the error text, which may quote personal
 * data.
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

/** Returns the database with a span for each transaction. */
export function traceDatabase(db: Database): Database {
  return {
    ...db,
    tenant: (workspaceId, work) => runInSpan('transaction', () => db.tenant(workspaceId, work)),
    readSnapshot: (workspaceId, work) =>
      runInSpan('read', () => db.readSnapshot(workspaceId, work)),
    account: (accountId, work) => runInSpan('transaction', () => db.account(accountId, work)),
    read: <R>(workspaceId: string, query: CompiledQuery<R>) =>
      runInSpan('read', () => db.read(workspaceId, query)),
    readAfter: (first, query) => runInSpan(first.name, () => db.readAfter(first, query)),
    readFirst: (first) => runInSpan(first.name, () => db.readFirst(first)),
    callInSession: (session, image, call) =>
      runInSpan(call.name, () => db.callInSession(session, image, call)),
    call: (name, text, values) => runInSpan(name, () => db.call(name, text, values)),
  }
}

const spans = new WeakMap<FastifyRequest, Span>()
/** Creates a span for each request, within the trace of its `traceparent` header. */
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
  // Events of the socket deliver the body without the request's async context.
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
