// Draws the icons of the installable app from our logo (web/public/favicon.svg). Run it when the
// logo changes; the results are committed.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './toolchain.mjs'

const ground = '#FBF7F0'
const logo = readFileSync(join(root, 'web', 'public', 'favicon.svg'))
const folder = join(root, 'web', 'public', 'icons')
mkdirSync(folder, { recursive: true })

/**
 * Draws the logo in the middle of a square. `share` below 1 leaves a margin for systems that crop
 * icons.
 */
async function draw(name, size, share, background) {
  const inner = Math.round(size * share)
  const mark = await sharp(logo, { density: 1_200 }).resize(inner, inner).png().toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))
}

for (const size of [192, 512]) {
  await draw(`any-${size}.png`, size, 1, '#00000000')
  await draw(`maskable-${size}.png`, size, 0.62, ground)
}
await draw('apple-180.png', 180, 0.72, ground)
