import type { FastifyInstance } from 'fastify'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { mountCoins } from './coins/routes.ts'
import { mountPosts } from './posts/routes.ts'
import { mountReports } from './reports/routes.ts'
import { mountValues } from './values/routes.ts'

/** Every module the server has. What is not named here is not served. */
export function mountModules(_app: FastifyInstance, handle: Handle, services: Services): void {
  mountValues(handle, services)
  mountPosts(handle, services)
  mountCoins(handle, services)
  mountReports(handle, services)
}
