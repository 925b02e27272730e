import type { FastifyInstance } from 'fastify'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

const fileNamePattern = /^[0-9a-f]{32}\.webp$/

/**
 * Serves pictures by unguessable names for <img>. They never change, so browsers cache them for a
 * year; shared caches may not.
 */
export function mountFiles(app: FastifyInstance, { storage }: Services): void {
  app.get(
    '/files/:workspace_id/:key',
    { config: { rateLimit: 'pictures' } },
    async (request, reply) => {
      const { workspace_id: workspaceId, key } = request.params as {
        workspace_id: string
        key: string
      }
      const bytes =
        isUuid(workspaceId) && fileNamePattern.test(key)
          ? await storage.get(`${workspaceId}/${key}`)
          : null
      if (!bytes) throwRefusal('not_found')
      return reply
        .type('image/webp')
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(bytes)
    },
  )
}
