// Child process that decodes an uploaded picture. libvips is native code and parses untrusted
// bytes, so it runs isolated.
import sharp from 'sharp'
import { throwRefusal } from '#server/platform/errors.ts'
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import type { PictureFrame, PictureTarget } from './reencode-picture.ts'

sharp.cache(false)
sharp.concurrency(1)
// Blocks the loaders of all other formats, regardless of the file's content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

const pictureSizes: Record<
  PictureTarget,
  { width: number; height: number; fit: 'cover' | 'inside' }
> = {
  avatar: { width: 256, height: 256, fit: 'cover' },
  logo: { width: 512, height: 512, fit: 'inside' },
  png: { width: 512, height: 512, fit: 'inside' },
  reward: { width: 960, height: 640, fit: 'cover' },
  post: { width: 1_600, height: 1_600, fit: 'inside' },
  award: { width: 512, height: 512, fit: 'cover' },
  signature: { width: 960, height: 960, fit: 'inside' },
}
const pixelsMax = 40e6

await serveSandbox<PictureTarget>(async function* (file, kind) {
  const options = {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
  } as const
  const resized = sharp(file, options)
    .rotate()
    .resize({ ...pictureSizes[kind], withoutEnlargement: pictureSizes[kind].fit === 'inside' })
  const encoded = await (kind === 'png' ? resized.png() : resized.webp({ quality: 82 }))
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => throwRefusal('file_unreadable', { field: 'file' }))
  const { width, height } = encoded.info
  yield Buffer.from(JSON.stringify({ width, height } satisfies PictureFrame))
  yield encoded.data
})
