export type CropArea = { x: number; y: number; width: number; height: number }

/**
 * Returns the chosen part of a picture, at most `side` pixels wide and high: WebP where the browser
 * supports it, PNG elsewhere. Rejects when the file cannot be decoded.
 */
export async function cropToBlob(url: string, area: CropArea, side: number): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, side / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    image,
    area.x,
    area.y,
    area.width,
    area.height,
    0,
    0,
    canvas.width,
    canvas.height,
  )
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))),
      'image/webp',
      0.92,
    )
  })
}
