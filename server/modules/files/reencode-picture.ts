import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { detectFileType } from '#server/platform/files/file-type.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createSandbox, parseFrame } from '#server/platform/sandbox/sandbox.ts'

export type PictureKind = 'avatar' | 'logo' | 'reward' | 'post' | 'award' | 'signature'
/** `png`: a logo for PDF documents. */
export type PictureTarget = PictureKind | 'png'
export type EncodedPicture = { bytes: Buffer; width: number; height: number }

const pictureFrameSchema = z.object({
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
})

export type PictureFrame = z.infer<typeof pictureFrameSchema>

const acceptedFormats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Encodes two pictures at a time, one per workspace. 40 megapixels with 16 bits and transparency
 * take 480 MB.
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
 * Re-encodes an uploaded picture as WebP in a child process, which removes metadata, scripts and
 * decompression bombs. Throws file_unreadable for formats other than PNG, JPEG, WebP and GIF.
 * Throws too_many if the workspace has too many pictures queued.
 */
export const reencodePicture = (
  workspaceId: string,
  kind: PictureKind,
  file: Buffer,
  log: Log,
): Promise<EncodedPicture> => encode(workspaceId, kind, file, log)

/** Returns a stored picture as PNG, which PDF documents need. Throws like `reencodePicture`. */
export const encodeAsPng = async (workspaceId: string, file: Buffer, log: Log): Promise<Buffer> =>
  (await encode(workspaceId, 'png', file, log)).bytes

async function encode(
  workspaceId: string,
  kind: PictureTarget,
  file: Buffer,
  log: Log,
): Promise<EncodedPicture> {
  if (!acceptedFormats.has(detectFileType(file))) throwRefusal('file_unreadable', { field: 'file' })
  return pictureSandbox.run(
    { workspace_id: workspaceId, file, params: kind, log },
    async (next) => {
      const size = parseFrame(pictureFrameSchema, await next())
      const bytes = await next()
      // The file may have compromised the child process, so only the expected format is accepted
      // from it.
      if (detectFileType(bytes) !== (kind === 'png' ? 'png' : 'webp'))
        throwRefusal('file_unreadable', { field: 'file' })
      return { bytes: Buffer.from(bytes), ...size }
    },
  )
}
