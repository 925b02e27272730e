import type { FastifyInstance } from 'fastify'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { findCalendarUrl, renderCalendar, replaceCalendarUrl } from './service.ts'

/**
 * Mounts the calendar feed of important dates. Its URL is a personal secret, so impersonators
 * neither see nor change it.
 */
export function mountCalendar(app: FastifyInstance, handle: MountRoute, services: Services): void {
  handle('calendar.get', async ({ actor }) => {
    forbidImpersonation(actor)
    return { url: await findCalendarUrl(services, actor) }
  })
  handle('calendar.renew', async ({ actor }) => {
    forbidImpersonation(actor)
    return { url: await replaceCalendarUrl(services, actor, true) }
  })
  handle('calendar.remove', async ({ actor }) => {
    forbidImpersonation(actor)
    await replaceCalendarUrl(services, actor, false)
    return undefined
  })
  app.get('/calendar/:file', { config: { rateLimit: 'address' } }, async (request, reply) => {
    const at = services.clock.now()
    const { file } = request.params as { file: string }
    const { text, etag } = await renderCalendar(
      services,
      /^([\w-]{75})\.ics$/.exec(file)?.[1] ?? '',
      at,
    )
    void reply
      .header('cache-control', 'private, max-age=3600')
      .header('etag', etag)
      .header('x-robots-tag', 'noindex')
    const isUnchanged = (request.headers['if-none-match'] ?? '')
      .split(',')
      .some((tag) => tag.trim().replace(/^W\//, '') === etag)
    if (isUnchanged) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="laurel.ics"')
      .send(text)
  })
}
