import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createEventStreams } from './event-streams.ts'

/** What has changed, told to open pages as it happens. */
export function mountEvents(app: FastifyInstance, handle: MountRoute, services: Services): void {
  const open = createEventStreams(services)
  // A server that stops lets its listeners go: they find another one.
  app.onShutdown(() => {
    open.close()
  })
  handle('events.stream', ({ actor, token }) => Promise.resolve(open.stream(actor, token)))
}
