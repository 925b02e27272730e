import { randomBytes } from 'node:crypto'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, Refusal, toRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import { type EncodedPicture, reencodePicture, type PictureKind } from './reencode-picture.ts'

/** A picture whose file is in the store and whose row is not yet in the database. */
export type StoredPicture = EncodedPicture & { id: string; storage_key: string; kind: PictureKind }

/** The name under which a picture is served is random, never the uploader's. */
const randomFileName = () => `${randomBytes(16).toString('hex')}.webp`

async function savePictureFile(
  { storage, log }: Services,
  workspaceId: string,
  storageKey: string,
  bytes: Buffer,
): Promise<void> {
  await storage.put(`${workspaceId}/${storageKey}`, bytes).catch((error: unknown) => {
    log.error({ workspace: workspaceId, reason: (error as Error).message }, 'picture not kept')
    throwRefusal('upload_failed', { field: 'file' })
  })
}

/**
 * Draws a picture and puts it into the store. Both take their time, so this runs before the
 * transaction that names the picture, never within one. Throws file_unreadable, and upload_failed
 * when the store refuses.
 */
export async function storePicture(
  services: Services,
  { workspace_id: workspaceId }: Actor,
  kind: PictureKind,
  file: Buffer,
  at: Date,
): Promise<StoredPicture> {
  const drawn = await reencodePicture(workspaceId, kind, file, services.log)
  const storageKey = randomFileName()
  await savePictureFile(services, workspaceId, storageKey, drawn.bytes)
  return { ...drawn, id: newId(at), storage_key: storageKey, kind }
}

/** Names a stored picture in the database; answers its id. */
export async function insertPictureRow(
  trx: Trx,
  actor: Actor,
  { id, kind, storage_key: storageKey, bytes, width, height }: StoredPicture,
  at: Date,
): Promise<string> {
  await trx
    .insertInto('files')
    .values({
      workspace_id: actor.workspace_id,
      id,
      kind,
      storage_key: storageKey,
      mime: 'image/webp',
      bytes: bytes.length,
      width,
      height,
      created_by: actor.user_id,
      created_at: at,
    })
    .execute()
  return id
}

/**
 * Runs the work that names a stored picture. When the work is refused, the file leaves the store;
 * after any other error the row may be there all the same, so the nightly sweep decides.
 */
export async function withPictureCleanup<T>(
  services: Services,
  { workspace_id: workspaceId }: Actor,
  picture: Pick<StoredPicture, 'storage_key'> | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (picture && error instanceof Refusal && error.status < 500)
      await deletePictureFile(services, workspaceId, picture.storage_key)
    throw error
  }
}

/**
 * Takes a picture out of the store, after the commit that forgot it: until then people see it. One
 * that stays there does no harm.
 */
export async function deletePictureFile(
  services: Services,
  workspaceId: string,
  storageKey: string,
): Promise<void> {
  await deleteFiles(services, [`${workspaceId}/${storageKey}`]).catch((error: unknown) =>
    services.log.warn(
      { workspace: workspaceId, reason: (error as Error).message },
      'picture not removed',
    ),
  )
}

/**
 * Where a picture hangs: `find` locks the place and answers the file that is there, `put` hangs
 * another.
 */
type PictureSlot = {
  find(trx: Trx): Promise<string | null>
  put(trx: Trx, fileId: string | null): Promise<unknown>
}
type PictureChange = {
  kind: PictureKind
  file: Buffer | undefined
  remove: boolean | undefined
  at: Date
}
/**
 * Puts a new picture in the place of the old one, or removes the old one when the caller says so.
 * Answers the new URL. Throws required without both, file_unreadable and upload_failed.
 */
export async function replacePicture(
  services: Services,
  actor: Actor,
  { kind, file, remove, at }: PictureChange,
  place: PictureSlot,
): Promise<{ url: string | null }> {
  const { workspace_id: workspaceId } = actor
  if (!file && !remove) throwRefusal('required', { field: 'file' })
  try {
    const picture = file ? await storePicture(services, actor, kind, file, at) : null
    const dropped = await withPictureCleanup(services, actor, picture, () =>
      services.db.tenant(workspaceId, async (trx) => {
        const old = await place.find(trx)
        await place.put(trx, picture && (await insertPictureRow(trx, actor, picture, at)))
        if (old === null) return undefined
        const gone = await trx
          .deleteFrom('files')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', old)
          .returning('storage_key')
          .executeTakeFirst()
        return gone?.storage_key
      }),
    )
    if (dropped) await deletePictureFile(services, workspaceId, dropped)
    return { url: fileUrl(workspaceId, picture?.storage_key ?? null) }
  } catch (error) {
    if (toRefusal(error)) throw error
    services.log.error(
      { workspace: workspaceId, reason: (error as Error).message },
      'picture not kept',
    )
    return throwRefusal('upload_failed', { field: 'file' })
  }
}

/** The copy of a picture's file; its row does not exist yet. */
type CopiedPicture = { of_id: string; id: string; storage_key: string }
/**
 * Copies the file of a picture before the transaction that names the copy; null when the store has
 * lost the picture.
 */
export async function copyPictureFile(
  services: Services,
  { workspace_id: workspaceId }: Actor,
  id: string,
  at: Date,
): Promise<CopiedPicture | null> {
  const old = await services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('files')
      .select('storage_key')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  const bytes = old && (await services.storage.get(`${workspaceId}/${old.storage_key}`))
  if (!bytes) return null
  const storageKey = randomFileName()
  await savePictureFile(services, workspaceId, storageKey, bytes)
  return { of_id: id, id: newId(at), storage_key: storageKey }
}

/** Names the copy of a picture; answers its id. */
export async function insertPictureCopy(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  { of_id: ofId, id, storage_key: storageKey }: CopiedPicture,
  at: Date,
): Promise<string> {
  const old = await trx
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', ofId)
    .executeTakeFirst()
  await trx
    .insertInto('files')
    .values({
      ...(old ?? throwRefusal('conflict')),
      id,
      storage_key: storageKey,
      created_by: userId,
      created_at: at,
    })
    .execute()
  return id
}
