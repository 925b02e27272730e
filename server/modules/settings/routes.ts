import type { ChangeTopic } from '#contract/change-topics.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { loadSettings, setLogo, updateNotifications, updateSettings } from './service.ts'

/** Settings that change the features below posts, so open pages reload posts too. */
const postFeatureSettings = ['comments', 'reactions', 'add_ons'] as const

export function mountSettings(handle: MountRoute, services: Services): void {
  handle('settings.get', ({ actor, at }) =>
    services.db.readSnapshot(actor.workspace_id, (trx) => loadSettings(trx, actor, at)),
  )
  /** Publishes a change to every open page of the team and returns its result. */
  const publishAfter = async <T>(
    { workspace_id: workspaceId }: Actor,
    change: Promise<T>,
    topics: ChangeTopic[] = ['config'],
  ): Promise<T> => {
    const result = await change
    services.events.publish(workspaceId, topics)
    return result
  }
  handle('settings.update', ({ actor, body, at }) =>
    publishAfter(
      actor,
      updateSettings(services, actor, body, at),
      postFeatureSettings.some((name) => name in body) ? ['config', 'posts'] : ['config'],
    ),
  )
  handle('settings.notifications', ({ actor, body, at }) =>
    publishAfter(actor, updateNotifications(services, actor, body, at)),
  )
  handle('settings.logo', ({ actor, file, body, at }) =>
    publishAfter(actor, setLogo(services, actor, { file, remove: body.remove_picture, at })),
  )
}
