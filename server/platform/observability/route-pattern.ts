import type { FastifyRequest } from 'fastify'

/**
 * Returns the route pattern of a request, never its URL, which may contain a token. Unknown routes
 * share one pattern.
 */
export const routePattern = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'
