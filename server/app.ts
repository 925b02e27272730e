import { fileURLToPath } from 'node:url'
import multipart from '@fastify/multipart'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { readRequestId, type Principal } from '#server/platform/request-context.ts'
import { logFault } from '#server/platform/http/log-fault.ts'
import { mountGracefulShutdown } from '#server/platform/http/graceful-shutdown.ts'
import { Refusal, toRefusal, toApiErrors } from './platform/errors.ts'
import {
  buildErrorSecurityHeaders,
  buildSecurityHeaders,
} from '#server/platform/http/security-headers.ts'
import { mountSecurityText } from '#server/platform/http/security-text.ts'
import { serveWeb } from '#server/platform/http/serve-web.ts'
import { createRouteMounter } from '#server/platform/http/mount-routes.ts'
import { mountRequestTelemetry } from '#server/platform/observability/request-telemetry.ts'
import { createHostCheck } from '#server/platform/http/host-check.ts'
import {
  mountRateLimiter,
  requireRouteRateLimits,
  createRateLimiter,
} from '#server/platform/rate-limit/limiter.ts'
import { mountOpenApi } from '#server/platform/http/openapi.ts'
import type { Services } from './platform/services.ts'
import { translateError, negotiateLanguage } from '#server/platform/i18n/messages.ts'
import { createSecurityLog, type SecurityLog } from '#server/platform/observability/security-log.ts'
import { mountModules } from './mount-modules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    workspace_id?: string
    language?: Language
    principal?: Principal
    adminActions?: string[]
  }
  interface FastifyInstance {
    securityLog: SecurityLog
  }
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/**
 * Answers an error in the contract's form. A fault becomes `unknown`, and its details stay in the
 * log.
 */
function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): FastifyReply {
  let refusal = toRefusal(error)
  if (refusal?.status === 503 && refusal !== error)
    services.log.warn(
      {
        reason: (error as Error).message,
        route: request.routeOptions.url,
        workspace: request.workspace_id,
      },
      'unavailable',
    )
  if (!refusal) {
    const { code, statusCode } = error as FastifyError
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') refusal = new Refusal([{ code: 'too_large' }])
    else if (code === 'FST_REQ_FILE_TOO_LARGE')
      refusal = new Refusal([{ code: 'file_too_large', field: 'file' }])
    // No id of ours is that long.
    else if (code === 'FST_ERR_MAX_PARAM_LENGTH') refusal = new Refusal([{ code: 'not_found' }])
    else if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      refusal = new Refusal([{ code: 'unsupported_media' }])
    // @fastify/static answers 403 for a directory; we answer 404.
    else if (statusCode === 403) refusal = new Refusal([{ code: 'not_found' }])
    else if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      refusal = new Refusal([{ code: 'malformed' }])
    else {
      logFault(services, error, request)
      refusal = new Refusal([{ code: 'unknown' }])
    }
  }
  request.server.securityLog.denied(request, refusal)
  if (refusal.retry_after_s !== undefined)
    void reply.header('retry-after', String(Math.ceil(refusal.retry_after_s)))
  const language = request.language ?? negotiateLanguage(request.headers['accept-language'])
  return reply.code(refusal.status).send({
    errors: toApiErrors(refusal, (code, params) => translateError(language, code, params)),
  })
}

/**
 * Answers a request with an invalid URL: it bypasses the router and all hooks, so form and headers
 * are added here.
 */
function sendUnroutedError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): FastifyReply {
  void reply.headers(buildErrorSecurityHeaders(services.config))
  if (request.server.isDraining()) void reply.header('connection', 'close')
  return sendError(error, request, reply, services)
}

/**
 * Converts TRUST_PROXY to Fastify's option: addresses, or a number of hops counted from the
 * connection.
 */
const toTrustProxy = (proxies: false | number | string) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** Creates the HTTP app without listening. `web` is the folder of the built interface. */
export async function buildApp(
  services: Services,
  options: { check_outputs?: boolean; web?: string } = {},
): Promise<FastifyInstance> {
  const { config } = services
  const web = options.web ?? `${dist}web`
  const app = fastify({
    logger: false,
    bodyLimit: limits.body_bytes_max,
    trustProxy: toTrustProxy(config.trustProxy),
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // A request received before its connection closes is answered, not refused.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    genReqId: readRequestId,
    frameworkErrors: (error, request, reply) => {
      sendUnroutedError(error, request as FastifyRequest, reply as FastifyReply, services)
    },
  })
  requireRouteRateLimits(app)
  mountRequestTelemetry(app, services)
  app.decorate('securityLog', createSecurityLog(app, services))
  await app.register(multipart, {
    limits: { fileSize: limits.file_bytes_max, files: 1, fields: 40, fieldSize: 20_000, parts: 42 },
  })

  // An empty body counts as none: a DELETE with a JSON content type and no body is valid.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })

  // Responses are not cached unless their route sets another header: pages, static files, pictures,
  // calendars.
  const isAllowedHost = createHostCheck(config)
  const guards = { ...buildSecurityHeaders(config), 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guards)
    done(isAllowedHost(request.headers.host) ? undefined : new Refusal([{ code: 'host_unknown' }]))
  })
  mountGracefulShutdown(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, services))

  const rates = config.rateLimitFactor === null ? null : createRateLimiter(config.rateLimitFactor)
  if (rates) mountRateLimiter(app, rates, services.clock)

  const sendPage = await serveWeb(app, web)
  app.setNotFoundHandler((request, reply) => {
    // Without a return value: Fastify would wait for a returned reply a second time.
    if (!sendPage(request, reply))
      sendError(new Refusal([{ code: 'not_found' }]), request, reply, services)
  })
  mountSecurityText(app, services)

  const { handle, mounted } = createRouteMounter(app, services, {
    check_outputs: options.check_outputs ?? false,
    rates,
  })
  await mountModules(app, handle, services, rates)
  mountOpenApi(app, mounted, services.config.publicUrl)
  return app
}
