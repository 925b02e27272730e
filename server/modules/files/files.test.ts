import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { formOf, testApp } from '#server/test/app.ts'
import { makeTeam, type Team } from '#server/test/factories.ts'

const t = testApp()
let team: Team
beforeAll(async () => { team = await makeTeam(t) })

/** A reward with a picture, as a browser sends it. */
const upload = (file: Buffer) => t.call('rewards.create', { token: team.admin.token, body: formOf({ title: 'Tea', price: '5', one_time: 'true', available_amount: '' }, file) })

test('a picture is drawn anew: WebP, its position gone, served under a name of chance', async () => {
  const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#c33' } }).jpeg().withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }).toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { status, body } = await upload(photo)
  expect([status, body.one_time, body.price]).toEqual([200, true, 5])
  expect(body.picture.url).toMatch(new RegExp(`^/files/${team.workspace_id}/[0-9a-f]{32}\\.webp$`))
  const served = await t.app.inject(body.picture.url ?? '')
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=31536000, immutable' })
  const metadata = await sharp(served.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 960, height: 640 })
  expect(metadata.exif).toBeUndefined()
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')], ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)], ['noise', Buffer.from('x'.repeat(5_000))],
])('%s is no picture', async (_, bytes) => {
  const { status, codes } = await upload(bytes)
  expect([status, codes[0]]).toEqual([422, 'file_unreadable'])
})

test('of a picture that is something else too, the picture alone is kept', async () => {
  const image = sharp({ create: { width: 20, height: 20, channels: 3, background: '#3c3' } })
  const script = '<script>alert(document.domain)</script>'
  const polyglots = [
    Buffer.concat([await image.clone().png().toBuffer(), Buffer.from(`\n<html>${script}</html>`)]),
    Buffer.concat([await image.clone().jpeg().withExif({ IFD0: { ImageDescription: script } }).toBuffer(), Buffer.from(`PK\u0003\u0004${script}`)]),
    Buffer.concat([await image.clone().gif().toBuffer(), Buffer.from(`/*${script}*/`)]),
  ]
  for (const bytes of polyglots) {
    const { status, body } = await upload(bytes)
    expect(status).toBe(200)
    const served = await t.app.inject(body.picture.url ?? '')
    expect([served.headers['content-type'], served.rawPayload.includes('script')]).toEqual(['image/webp', false])
  }
})

test('a bomb of pixels is refused quickly, a file of more than 5 MB too', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } }).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(5_000_000)
  expect((await upload(bomb)).codes[0]).toBe('file_unreadable')
  const { status, codes } = await upload(Buffer.alloc(5_300_000, 1))
  expect([status, codes[0]]).toEqual([413, 'file_too_large'])
})

test('no path leads out of the store', async () => {
  for (const url of ['/files/../secret', `/files/${team.workspace_id}/..%2f..%2fsecret`, `/files/${team.workspace_id}/x.webp`, '/files/x/y']) expect((await t.app.inject(url)).statusCode).toBe(404)
})
