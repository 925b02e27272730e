import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { presentKey, presentProfile } from './credential.ts'
import { loadIssuer } from './keys.ts'

function readWorkspaceId({ params }: FastifyRequest): string {
  const { workspace = '' } = params as { workspace?: string }
  return isUuid(workspace) ? workspace : throwRefusal('not_found')
}

/**
 * Serves the profile and the public key of a team to verifiers of its badges, who have no account.
 * A team without badges answers like an unknown one.
 */
export function mountBadges(app: FastifyInstance, services: Services): void {
  const options = { config: { rateLimit: 'address' as const } }
  app.get('/badges/:workspace', options, async (request) =>
    presentProfile(await loadIssuer(services, readWorkspaceId(request))),
  )
  app.get('/badges/:workspace/key', options, async (request) =>
    presentKey(await loadIssuer(services, readWorkspaceId(request))),
  )
}
