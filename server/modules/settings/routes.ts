import type { ChangeTopic } from '#contract/change-topics.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { loadSettings, setLogo, updateNotifications, updateSettings } from './service.ts'

/** What stands under posts, and with it what each of them offers. */
const postFeatureSettings = ['comments', 'reactions', 'add_ons'] as const

export function mountSettings(handle: MountRoute, services: Services): void {
  handle('settings.get', ({ actor: { workspace_id: workspaceId } }) =>
    services.db.tenant(workspaceId, (trx) => loadSettings(trx, workspaceId)),
  )
  /** Every page of the team is told of what has been changed. */
  const told = async <T>(
    { workspace_id: workspaceId }: Actor,
    change: Promise<T>,
    topics: ChangeTopic[] = ['config'],
  ): Promise<T> => {
    const changed = await change
    services.events.publish(workspaceId, topics)
    return changed
  }
  handle('settings.update', ({ actor, body, at }) =>
    told(
      actor,
      updateSettings(services, actor, body, at),
      postFeatureSettings.some((name) => name in body) ? ['config', 'posts'] : ['config'],
    ),
  )
  handle('settings.notifications', ({ actor, body, at }) =>
    told(actor, updateNotifications(services, actor, body, at)),
  )
  handle('settings.logo', ({ actor, file, body, at }) =>
    told(actor, setLogo(services, actor, { file, remove: body.remove_picture, at })),
  )
}
