import sharp from 'sharp'

/** Returns a PNG of 8 by 8 pixels. */
export const renderSmallPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
