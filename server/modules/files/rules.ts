import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { fileUrl } from '#server/modules/users/present.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail, refusalOf } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { takeOut } from '#server/platform/store.ts'

sharp.cache(false)
sharp.concurrency(1)

type PictureKind = 'avatar' | 'logo' | 'reward'
const sizes: Record<PictureKind, { width: number; height: number; fit: 'cover' | 'inside' }> = {
  avatar: { width: 256, height: 256, fit: 'cover' }, logo: { width: 512, height: 512, fit: 'inside' }, reward: { width: 960, height: 640, fit: 'cover' },
}
const formats = new Set(['jpeg', 'png', 'webp', 'gif'])
const pixels_max = 40e6

/** Draws an uploaded picture anew as WebP: no metadata, no scripts, no bombs. Refuses with file_unreadable. */
async function redraw(bytes: Buffer, kind: PictureKind): Promise<{ bytes: Buffer; width: number; height: number }> {
  try {
    const options = { limitInputPixels: pixels_max, failOn: 'error', sequentialRead: true, animated: false } as const
    const { format } = await sharp(bytes, options).metadata()
    if (!format || !formats.has(format)) throw new Error('format')
    const { data, info } = await sharp(bytes, options).rotate().resize({ ...sizes[kind], withoutEnlargement: kind === 'logo' })
      .webp({ quality: 82 }).timeout({ seconds: 5 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return fail('file_unreadable', { field: 'file' })
  }
}

const nameOfChance = () => `${randomBytes(16).toString('hex')}.webp`

/** Keeps a picture. The name it is served under is chance, never the uploader's. Refuses with file_unreadable, and with upload_failed when the store takes nothing. */
export async function keepPicture({ storage, log }: Services, trx: Trx, actor: Actor, kind: PictureKind, file: Buffer, at: Date): Promise<{ id: string; storage_key: string }> {
  const picture = await redraw(file, kind)
  const id = newId(at)
  const storage_key = nameOfChance()
  await storage.put(`${actor.workspace_id}/${storage_key}`, picture.bytes).catch((error: unknown) => {
    log.error({ workspace: actor.workspace_id, reason: (error as Error).message }, 'picture not kept')
    fail('upload_failed', { field: 'file' })
  })
  await trx.insertInto('files').values({
    workspace_id: actor.workspace_id, id, kind, storage_key, mime: 'image/webp', bytes: picture.bytes.length,
    width: picture.width, height: picture.height, created_by: actor.user_id, created_at: at,
  }).execute()
  return { id, storage_key }
}

/** Takes a picture out of the store, after the commit that forgot it: until then people see it. One that stays there does no harm. */
export async function removePicture(services: Services, workspace_id: string, storage_key: string): Promise<void> {
  await takeOut(services, [`${workspace_id}/${storage_key}`]).catch((error: unknown) => services.log.warn({ workspace: workspace_id, reason: (error as Error).message }, 'picture not removed'))
}

/** Where a picture hangs: `find` locks the place and answers the file that is there, `put` hangs another. */
type Place = { find(trx: Trx): Promise<string | null>; put(trx: Trx, file_id: string | null): Promise<unknown> }
/** Puts a new picture in the place of the old one, none without a file. Answers where it is served; refuses with file_unreadable and upload_failed. */
export async function swapPicture(services: Services, actor: Actor, { kind, file, at }: { kind: PictureKind; file: Buffer | undefined; at: Date }, place: Place): Promise<{ url: string | null }> {
  const { workspace_id } = actor
  try {
    const { kept, dropped } = await services.db.tenant(workspace_id, async (trx) => {
      const old = await place.find(trx)
      const picture = file && await keepPicture(services, trx, actor, kind, file, at)
      await place.put(trx, picture?.id ?? null)
      const gone = old === null ? undefined : await trx.deleteFrom('files').where('workspace_id', '=', workspace_id).where('id', '=', old).returning('storage_key').executeTakeFirst()
      return { kept: picture?.storage_key ?? null, dropped: gone?.storage_key }
    })
    if (dropped) await removePicture(services, workspace_id, dropped)
    return { url: fileUrl(workspace_id, kept) }
  } catch (error) {
    if (refusalOf(error)) throw error
    services.log.error({ workspace: workspace_id, reason: (error as Error).message }, 'picture not kept')
    return fail('upload_failed', { field: 'file' })
  }
}

/** A copy of a picture under a name of its own; answers its id, or null when the store has lost the picture. */
export async function copyPicture({ storage }: Services, trx: Trx, actor: Actor, id: string, at: Date): Promise<string | null> {
  const { workspace_id } = actor
  const old = await trx.selectFrom('files').selectAll().where('workspace_id', '=', workspace_id).where('id', '=', id).executeTakeFirst()
  const bytes = old && await storage.get(`${workspace_id}/${old.storage_key}`)
  if (!bytes) return null
  const copy = { ...old, id: newId(at), storage_key: nameOfChance(), created_by: actor.user_id, created_at: at }
  await storage.put(`${workspace_id}/${copy.storage_key}`, bytes)
  await trx.insertInto('files').values(copy).execute()
  return copy.id
}
