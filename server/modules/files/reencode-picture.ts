import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { detectFileType } from '#server/platform/files/file-type.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createSandbox, parseFrame } from '#server/platform/sandbox/sandbox.ts'

export type PictureKind = 'avatar' | 'logo' | 'reward'
export type EncodedPicture = { bytes: Buffer; width: number; height: number }

const pictureFrameSchema = z.object({
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
})
export type PictureFrame = z.infer<typeof pictureFrameSchema>

const acceptedFormats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Two pictures at a time, one of each workspace. 40 megapixels with 16 bits and transparency take
 * 480 MB.
 */
const pictureSandbox = createSandbox({
  name: 'picture',
  entry: new URL('./picture-worker.ts', import.meta.url),
  addons: true,
  heap_mb: 64,
  memory_mb: 768,
  timeout_ms: 15_000,
  frameBytesMax: limits.file_bytes_max,
  maxConcurrent: 2,
  maxConcurrentPerKey: 1,
  maxWaiting: 100,
  maxWaitingPerKey: 10,
  waitMs: 30_000,
})

/**
 * Draws an uploaded picture again as WebP in a process of its own: no metadata, no scripts, no
 * bombs. Throws file_unreadable for everything but PNG, JPEG, WebP and GIF, too_many when the
 * workspace has too many pictures waiting.
 */
export async function reencodePicture(
  workspaceId: string,
  kind: PictureKind,
  file: Buffer,
  log: Log,
): Promise<EncodedPicture> {
  if (!acceptedFormats.has(detectFileType(file))) throwRefusal('file_unreadable', { field: 'file' })
  return pictureSandbox.run(
    { workspace_id: workspaceId, file, params: kind, log },
    async (next) => {
      const size = parseFrame(pictureFrameSchema, await next())
      const bytes = await next()
      // The process that saw the file may be in its hands: only a WebP picture leaves it.
      if (detectFileType(bytes) !== 'webp') throwRefusal('file_unreadable', { field: 'file' })
      return { bytes: Buffer.from(bytes), ...size }
    },
  )
}
