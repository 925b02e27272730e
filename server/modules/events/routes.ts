import type { FastifyInstance } from 'fastify'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { streams } from './streams.ts'

/** What has changed, told to open pages as it happens. */
export function mountEvents(app: FastifyInstance, handle: Handle, services: Services): void {
  const open = streams(services)
  // A server that stops lets its listeners go: they find another one.
  app.onLeave(() => {
    open.close()
  })
  handle('events.stream', ({ actor, token }) => Promise.resolve(open.stream(actor, token)))
}
