// Draws the icons of the installable app and of the app for Microsoft Teams from our logo
// (web/public/favicon.svg). Run it when the logo changes; the results are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Returns an ICO file of one PNG picture. Browsers and feed readers ask for /favicon.ico by themselves. */
function toIco(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
const iconSize = 48
const icon = await sharp(logo, { density: 1_200 }).resize(iconSize, iconSize).png().toBuffer()
writeFileSync(join(root, 'web', 'public', 'favicon.ico'), toIco(icon, iconSize))

// Microsoft Teams rounds the corners of the color icon itself, so its ground fills the square.
const teamsFolder = join(root, 'server', 'adapters', 'chat', 'icons')
mkdirSync(teamsFolder, { recursive: true })
const [teamsIconSize, outlineSize] = [192, 32]
const logoGround = '#F2AE43'
const symbol = Buffer.from(logo.toString().replace(/<rect[^>]*>/, ''))
const symbolSize = Math.round(teamsIconSize * 0.86)
await sharp({
  create: { width: teamsIconSize, height: teamsIconSize, channels: 4, background: logoGround },
})
  .composite([
    {
      input: await sharp(symbol, { density: 1_200 })
        .resize(symbolSize, symbolSize)
        .png()
        .toBuffer(),
    },
  ])
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(teamsFolder, 'color.png'))

/** The outline is white in every pixel; only its opacity differs. */
const opacity = await sharp(symbol, { density: 1_200 })
  .resize(outlineSize, outlineSize)
  .ensureAlpha()
  .extractChannel('alpha')
  .raw()
  .toBuffer()
const outline = Buffer.alloc(outlineSize * outlineSize * 4, 255)
for (const [index, alpha] of opacity.entries()) outline[index * 4 + 3] = alpha
await sharp(outline, { raw: { width: outlineSize, height: outlineSize, channels: 4 } })
  .png({ compressionLevel: 9 })
  .toFile(join(teamsFolder, 'outline.png'))
