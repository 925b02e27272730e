import { limits } from '#contract/limits.ts'
import { findConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { buildTeamsAppPackage } from '#server/modules/chat-messages/teams-app-package.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createRoute, deleteRoute, loadRoutes, updateRoute } from './channels.ts'
import { checkConnection } from './check-connection.ts'
import { connectSlack, loadSlackManifest, startAuthorization } from './connect-slack.ts'
import { disconnectChat, loadConnections, saveConnection } from './connections.ts'
import { linkAccount, loadLinks, previewLink, unlinkAccount, updateLink } from './links.ts'
import { listKnownChannels } from './queries.ts'

function mountConnections(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('chat.list', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      loadConnections(trx, services, actor.workspace_id),
    ),
  )
  handle('chat.save', ({ actor, params, body, at }) =>
    saveConnection(services, actor, params.provider, body, at),
  )
  handle('chat.disconnect', async ({ actor, params, at }) => {
    await disconnectChat(services, actor, params.provider, at)
    return undefined
  })
  handle('chat.check', ({ actor, params, at }) =>
    checkConnection(services, actor, params.provider, at),
  )
  handle('chat.manifest', ({ actor, query, language }) =>
    Promise.resolve(loadSlackManifest(services, actor, query, language)),
  )
  handle('chat.package', async ({ actor }) => {
    const { workspace_id: workspaceId } = actor
    const row = await db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, 'teams'))
    return row?.app_id ? buildTeamsAppPackage(services, row) : throwRefusal('chat_not_connected')
  })
  handle('chat.authorize', ({ actor, at }) => startAuthorization(services, actor, at))
  handle('chat.connect', ({ actor, body, at }) => connectSlack(services, actor, body, at))
}

function mountChannels(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('chat.channels', ({ actor, params }) =>
    db.readSnapshot(actor.workspace_id, (trx) =>
      listKnownChannels(trx, actor.workspace_id, params.provider, limits.chat_channels_shown),
    ),
  )
  handle('chat.routes', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadRoutes(trx, actor.workspace_id)),
  )
  handle('chat.create_route', ({ actor, body, at }) => createRoute(services, actor, body, at))
  handle('chat.update_route', ({ actor, params, body, at }) =>
    updateRoute(services, actor, params.id, body, at),
  )
  handle('chat.delete_route', async ({ actor, params, at }) => {
    await deleteRoute(services, actor, params.id, at)
    return undefined
  })
}

/** Mounts the calls that set up the apps in Slack and Microsoft Teams, and those of one's own links. */
export function mountChat(handle: MountRoute, services: Services): void {
  const { db } = services
  mountConnections(handle, services)
  mountChannels(handle, services)
  handle('chat.links', ({ actor }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadLinks(trx, actor)),
  )
  handle('chat.update_link', ({ actor, params, body }) =>
    updateLink(services, actor, params.provider, body),
  )
  handle('chat.unlink', async ({ actor, params, at }) => {
    await unlinkAccount(services, actor, params.provider, at)
    return undefined
  })
  handle('chat.preview_link', ({ actor, body, at }) => previewLink(services, actor, body.token, at))
  handle('chat.link', ({ actor, body, at }) => linkAccount(services, actor, body.token, at))
}
