import { presentNewSession } from '#server/modules/auth/present-new-session.ts'
import { isConfined } from '#server/modules/presence/service.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findJoinInvitation,
  joinByDomain,
  joinByLink,
  listJoinableTeams,
} from './join-workspace.ts'

/** Mounts joining a team without an invitation. */
export function mountJoinWorkspace(handle: MountRoute, services: Services): void {
  handle('joining.verify_link', ({ body, at }) => findJoinInvitation(services, body.token, at))
  handle('joining.join_by_link', async ({ actor, body, at, user_agent: client }) => {
    forbidImpersonation(actor)
    const { access_token: accessToken, workspace_id: workspaceId } = await joinByLink(
      services,
      actor,
      body.token,
      { at, client },
    )
    return presentNewSession(services, accessToken, workspaceId, at)
  })
  handle('joining.list_teams', async ({ actor, at }) => {
    forbidImpersonation(actor)
    // A session from an invite link has not verified its address.
    return (await isConfined(services, actor))
      ? []
      : listJoinableTeams(services, actor.account_id, at)
  })
  handle('joining.join_by_domain', async ({ actor, body, at, user_agent: client }) => {
    forbidImpersonation(actor)
    const { workspace_id: workspaceId } = body
    return presentNewSession(
      services,
      await joinByDomain(services, actor, workspaceId, { at, client }),
      workspaceId,
      at,
    )
  })
}
