import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadOrSetMailSubscription } from './unsubscribe.ts'

/**
 * Mounts one-click unsubscribe (RFC 8058): mail clients POST to the URL that people open as a page.
 * A GET changes nothing, because link scanners send GETs.
 */
export async function mountNotifications(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  handle('notifications.get', ({ body }) => loadOrSetMailSubscription(services, body.token))
  handle('notifications.set', ({ body }) =>
    loadOrSetMailSubscription(services, body.token, body.subscribed),
  )
  await app.register(async (scope) => {
    // Mail clients send various content types. Bodies are ignored: the URL has all information.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.post('/u/:token', { config: { rateLimit: 'address' } }, async (request, reply) => {
      await loadOrSetMailSubscription(services, (request.params as { token: string }).token, false)
      return reply.code(200).type('text/plain').send('OK')
    })
  })
}
