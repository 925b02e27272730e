import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { throwRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { readParts } from './archive-parts.ts'
import { readDownloadTicket } from './download-ticket.ts'
import {
  createDownloadLink,
  createWorkspaceExport,
  loadWorkspaceExports,
  openDownload,
  removeWorkspaceExport,
} from './service.ts'

export function mountWorkspaceExports(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): void {
  const { db, config, clock, storage } = services
  handle('workspace_exports.list', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadWorkspaceExports(trx, actor.workspace_id, at)),
  )
  handle('workspace_exports.create', ({ actor, at }) => createWorkspaceExport(services, actor, at))
  handle('workspace_exports.link', ({ actor, params, at }) =>
    createDownloadLink(services, actor, params.id, at),
  )
  handle('workspace_exports.delete', async ({ actor, params, at }) => {
    forbidImpersonation(actor)
    await removeWorkspaceExport(services, actor, params.id, at)
    return undefined
  })
  app.get('/exports/:file', { config: { rateLimit: 'address' } }, async (request, reply) => {
    const at = clock.now()
    const { file } = request.params as { file: string }
    const ticket = readDownloadTicket(config.secrets, file.replace(/\.zip$/, ''), at)
    if (!ticket) throwRefusal('not_found')
    const { name, bytes, keys, first } = await openDownload(services, ticket, at)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', bytes)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .send(Readable.from(readParts(storage, keys, first)))
  })
}
