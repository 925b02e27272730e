import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadOrSetSubscription } from './unsubscribe.ts'

/**
 * One-click unsubscribe (RFC 8058): the mail program posts to the very address that a person opens
 * as a page. A GET shows the page and changes nothing, because programs that look at links ahead of
 * people send GETs.
 */
export async function mountNotifications(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  handle('notifications.get', ({ body }) => loadOrSetSubscription(services, body.token))
  handle('notifications.set', ({ body }) =>
    loadOrSetSubscription(services, body.token, body.subscribed),
  )
  await app.register(async (scope) => {
    // Whatever a mail program calls the body of its post, it says nothing that the address does
    // not.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.post('/u/:token', { config: { rateLimit: 'address' } }, async (request, reply) => {
      await loadOrSetSubscription(services, (request.params as { token: string }).token, false)
      return reply.code(200).type('text/plain').send('OK')
    })
  })
}
