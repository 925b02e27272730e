// The process that decodes an uploaded picture: libvips is native code and reads bytes of
// strangers, so it runs here alone.
import sharp from 'sharp'
import { throwRefusal } from '#server/platform/errors.ts'
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import type { PictureFrame, PictureKind } from './reencode-picture.ts'

sharp.cache(false)
sharp.concurrency(1)
// Loaders of other formats do not run, whatever a file pretends to be.
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
  PictureKind,
  { width: number; height: number; fit: 'cover' | 'inside' }
> = {
  avatar: { width: 256, height: 256, fit: 'cover' },
  logo: { width: 512, height: 512, fit: 'inside' },
  reward: { width: 960, height: 640, fit: 'cover' },
}
const pixelsMax = 40e6

await serveSandbox<PictureKind>(async function* (file, kind) {
  const options = {
    limitInputPixels: pixelsMax,
    failOn: 'error',
    sequentialRead: true,
    animated: false,
  } as const
  const drawn = await sharp(file, options)
    .rotate()
    .resize({ ...pictureSizes[kind], withoutEnlargement: kind === 'logo' })
    .webp({ quality: 82 })
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => throwRefusal('file_unreadable', { field: 'file' }))
  const { width, height } = drawn.info
  yield Buffer.from(JSON.stringify({ width, height } satisfies PictureFrame))
  yield drawn.data
})
