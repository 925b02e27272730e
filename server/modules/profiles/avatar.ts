import { replacePicture } from '#server/modules/files/service.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { lockAvatar } from './queries.ts'

/** Replaces or removes the member's own picture. Without a picture the initials are shown. */
export async function changeAvatar(
  services: Services,
  actor: Actor,
  picture: { file: Buffer | undefined; remove: boolean | undefined; at: Date },
): Promise<{ url: string | null }> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  return replacePicture(
    services,
    actor,
    { kind: 'avatar', ...picture },
    {
      find: (trx) => lockAvatar(trx, workspaceId, userId),
      put: (trx, avatarFileId) =>
        updateUserColumns(trx, workspaceId, userId, { avatar_file_id: avatarFileId }),
    },
  )
}
