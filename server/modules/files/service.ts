import { randomBytes } from 'node:crypto'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal, Refusal, toRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import { deleteFile, findFile, insertFile } from './queries.ts'
import { type EncodedPicture, reencodePicture, type PictureKind } from './reencode-picture.ts'

/** A picture with a stored file and without a database row yet. */
export type StoredPicture = EncodedPicture & { id: string; storage_key: string; kind: PictureKind }

/** Returns a random file name, because uploaded names are untrusted and guessable. */
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
 * Re-encodes a picture and stores its file. Both are slow, so this runs before the transaction that
 * inserts the row. Throws file_unreadable, and upload_failed if the storage fails.
 */
export async function storePicture(
  services: Services,
  { workspace_id: workspaceId }: Actor,
  kind: PictureKind,
  file: Buffer,
  at: Date,
): Promise<StoredPicture> {
  const encoded = await reencodePicture(workspaceId, kind, file, services.log)
  const storageKey = randomFileName()
  await savePictureFile(services, workspaceId, storageKey, encoded.bytes)
  return { ...encoded, id: newId(at), storage_key: storageKey, kind }
}

/** Inserts the row of a stored picture and returns its id. */
export async function insertPictureRow(
  trx: Trx,
  actor: Actor,
  { id, kind, storage_key: storageKey, bytes, width, height }: StoredPicture,
  at: Date,
): Promise<string> {
  await insertFile(trx, {
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
  return id
}

/**
 * Runs the work that inserts the row of a stored picture. Deletes the file if the work throws a
 * refusal. After other errors the row may exist, so the nightly cleanup decides.
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
 * Deletes a picture's file. Callers run this after the commit, because the picture is visible until
 * then. A file that remains does no harm.
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
 * A reference to a picture: `find` locks it and returns the current file id, `put` sets another.
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
 * Replaces a picture, or removes it if `remove` is set. Returns the new URL. Throws required
 * without file and `remove`, file_unreadable and upload_failed.
 */
export async function replacePicture(
  services: Services,
  actor: Actor,
  { kind, file, remove, at }: PictureChange,
  slot: PictureSlot,
): Promise<{ url: string | null }> {
  const { workspace_id: workspaceId } = actor
  if (!file && !remove) throwRefusal('required', { field: 'file' })
  try {
    const picture = file ? await storePicture(services, actor, kind, file, at) : null
    const oldStorageKey = await withPictureCleanup(services, actor, picture, () =>
      services.db.tenant(workspaceId, async (trx) => {
        const old = await slot.find(trx)
        await slot.put(trx, picture && (await insertPictureRow(trx, actor, picture, at)))
        return old === null ? undefined : deleteFile(trx, workspaceId, old)
      }),
    )
    if (oldStorageKey) await deletePictureFile(services, workspaceId, oldStorageKey)
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

/** A copied picture file without a database row yet. */
type CopiedPicture = { sourceId: string; id: string; storage_key: string }

/**
 * Copies a picture's file before the transaction that inserts its row. Returns null if the storage
 * no longer has the file.
 */
export async function copyPictureFile(
  services: Services,
  { workspace_id: workspaceId }: Actor,
  id: string,
  at: Date,
): Promise<CopiedPicture | null> {
  const old = await services.db.tenant(workspaceId, (trx) => findFile(trx, workspaceId, id))
  const bytes = old && (await services.storage.get(`${workspaceId}/${old.storage_key}`))
  if (!bytes) return null
  const storageKey = randomFileName()
  await savePictureFile(services, workspaceId, storageKey, bytes)
  return { sourceId: id, id: newId(at), storage_key: storageKey }
}

/** Inserts the row of a copied picture and returns its id. */
export async function insertPictureCopy(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  { sourceId, id, storage_key: storageKey }: CopiedPicture,
  at: Date,
): Promise<string> {
  const old = await findFile(trx, workspaceId, sourceId)
  await insertFile(trx, {
    ...(old ?? throwRefusal('conflict')),
    id,
    storage_key: storageKey,
    created_by: userId,
    created_at: at,
  })
  return id
}
