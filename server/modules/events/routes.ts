import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createEventStreams } from './event-streams.ts'

/** Mounts the stream of change events (server-sent events). */
export function mountEvents(app: FastifyInstance, handle: MountRoute, services: Services): void {
  const streams = createEventStreams(services)
  // Clients of a stopping server reconnect to another process.
  app.onShutdown(() => {
    streams.close()
  })
  handle('events.stream', ({ actor, token }) => Promise.resolve(streams.stream(actor, token)))
}
