import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'

sharp.cache(false)
sharp.concurrency(1)

export type PictureKind = 'avatar' | 'logo' | 'reward'
const sizes: Record<PictureKind, { width: number; height: number; fit: 'cover' | 'inside' }> = {
  avatar: { width: 256, height: 256, fit: 'cover' }, logo: { width: 512, height: 512, fit: 'inside' }, reward: { width: 960, height: 640, fit: 'cover' },
}
const formats = new Set(['jpeg', 'png', 'webp', 'gif'])
const pixels_max = 40e6

/** Draws an uploaded picture anew as WebP: no metadata, no scripts, no bombs. Refuses with file_unreadable. */
export async function redraw(bytes: Buffer, kind: PictureKind): Promise<{ bytes: Buffer; width: number; height: number }> {
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

/** Forgets a picture nobody points at any more. Answers where it lies in the store, to be removed after the commit. */
export async function dropPicture(trx: Trx, workspace_id: string, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('files').where('workspace_id', '=', workspace_id).where('id', '=', id).returning('storage_key').executeTakeFirst()
  return row && `${workspace_id}/${row.storage_key}`
}

const nameOfChance = () => `${randomBytes(16).toString('hex')}.webp`

/** Keeps a picture and answers its id. The name it is served under is chance, never the uploader's. */
export async function keepPicture({ storage }: Services, trx: Trx, actor: Actor, kind: PictureKind, file: Buffer, at: Date): Promise<string> {
  const picture = await redraw(file, kind)
  const id = newId(at)
  const storage_key = nameOfChance()
  await storage.put(`${actor.workspace_id}/${storage_key}`, picture.bytes)
  await trx.insertInto('files').values({
    workspace_id: actor.workspace_id, id, kind, storage_key, mime: 'image/webp', bytes: picture.bytes.length,
    width: picture.width, height: picture.height, created_by: actor.user_id, created_at: at,
  }).execute()
  return id
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
