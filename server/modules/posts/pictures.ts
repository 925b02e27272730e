import type { OutputOf } from '#contract/routes/index.ts'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import {
  insertPictureRow,
  storePicture,
  withPictureCleanup,
} from '#server/modules/files/service.ts'
import { lockUser } from '#server/modules/users/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { countWaitingPictures, findPictureKey } from './queries.ts'
import { toViewer } from './viewer.ts'

/**
 * Stores a picture for a post, which expires after a day without one. Throws required,
 * file_unreadable and upload_failed, and too_many when the user has too many unused pictures.
 */
export async function uploadPostPicture(
  services: Services,
  actor: Actor,
  file: Buffer | undefined,
  at: Date,
): Promise<OutputOf<'posts.upload_picture'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  if (!file) throwRefusal('required', { field: 'file' })
  const since = new Date(at.getTime() - dayMs)
  const assertRoom = async (trx: Trx) => {
    const waiting = await countWaitingPictures(trx, workspaceId, userId, since)
    if (waiting >= limits.waiting_pictures_max) throwRefusal('too_many', { field: 'file' })
  }
  await services.db.tenant(workspaceId, assertRoom)
  const picture = await storePicture(services, actor, 'post', file, at)
  await withPictureCleanup(services, actor, picture, () =>
    services.db.tenant(workspaceId, async (trx) => {
      // Other uploads of the user may have ended since.
      await lockUser(trx, workspaceId, userId)
      await assertRoom(trx)
      return insertPictureRow(trx, actor, picture, at)
    }),
  )
  return { id: picture.id, width: picture.width, height: picture.height }
}

/** Returns the bytes of a post's picture. Throws not_found unless the actor may see the post. */
export async function loadPostPicture(
  { db, storage }: Services,
  actor: Actor,
  postId: string,
): Promise<Buffer> {
  const { workspace_id: workspaceId } = actor
  const key = await db.tenant(workspaceId, (trx) => findPictureKey(trx, toViewer(actor), postId))
  const bytes = key === undefined ? null : await storage.get(`${workspaceId}/${key}`)
  return bytes ?? throwRefusal('not_found')
}
