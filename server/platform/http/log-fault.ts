import type { FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/services.ts'

/** Logs an error that no refusal describes, with the request that met it. */
export const logFault = (
  { log }: Pick<Services, 'log'>,
  error: unknown,
  request: FastifyRequest,
): void =>
  log.error(
    {
      err: error,
      request: request.id,
      method: request.method,
      route: request.routeOptions.url,
      workspace: request.workspace_id,
    },
    'fault',
  )
