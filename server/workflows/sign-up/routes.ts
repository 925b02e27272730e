import { presentNewSession } from '#server/modules/auth/present-new-session.ts'
import { requireUnconfined } from '#server/modules/presence/service.ts'
import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { createWorkspace } from './create-workspace.ts'

export function mountSignUp(handle: MountRoute, services: Services): void {
  handle('auth.create_workspace', async ({ actor, body, language, at, user_agent: userAgent }) => {
    forbidImpersonation(actor)
    await requireUnconfined(services, actor)
    const { access_token: accessToken, workspace_id: workspaceId } = await createWorkspace(
      services,
      actor.account_id,
      {
        name: body.name,
        language: body.language ?? language,
        timezone: body.timezone ?? 'UTC',
        at,
        client: userAgent,
        session_id: actor.session_id,
      },
    )
    return presentNewSession(services, accessToken, workspaceId, at)
  })
}
