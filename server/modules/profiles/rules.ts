import { replacePicture } from '#server/modules/files/rules.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { lockAvatar } from './queries.ts'

/**
 * Puts a new picture of oneself in the place of the old one; when it is removed, the initials come
 * back.
 */
export async function changeAvatar(
  services: Services,
  actor: Actor,
  picture: { file: Buffer | undefined; remove: boolean | undefined; at: Date },
): Promise<{ url: string | null }> {
  const { workspace_id, user_id } = actor
  return replacePicture(
    services,
    actor,
    { kind: 'avatar', ...picture },
    {
      find: (trx) => lockAvatar(trx, workspace_id, user_id),
      put: (trx, avatar_file_id) =>
        trx
          .updateTable('users')
          .set({ avatar_file_id })
          .where('workspace_id', '=', workspace_id)
          .where('id', '=', user_id)
          .execute(),
    },
  )
}
