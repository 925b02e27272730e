import sharp from 'sharp'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { createSandbox, sandboxes } from '#server/platform/sandbox/sandbox.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
})

/** Creates a reward with a picture, as a browser sends it. */
const upload = (file: Buffer) =>
  t.call('rewards.create', {
    token: team.admin.token,
    body: buildFormData({ title: 'Tea', price: '5', one_time: 'true', available_amount: '' }, file),
  })

test('a picture is re-encoded as WebP without metadata', async () => {
  const photo = await sharp({
    create: { width: 1_200, height: 900, channels: 3, background: '#c33' },
  })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { status, body } = await upload(photo)
  expect([status, body.one_time, body.price]).toEqual([200, true, 5])
  expect(body.picture.url).toMatch(new RegExp(`^/files/${team.workspace_id}/[0-9a-f]{32}\\.webp$`))
  const served = await t.app.inject(body.picture.url ?? '')
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const metadata = await sharp(served.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 960, height: 640 })
  expect(metadata.exif).toBeUndefined()
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
  ['noise', Buffer.from('x'.repeat(5_000))],
])('%s is not an accepted picture', async (_, bytes) => {
  const { status, codes } = await upload(bytes)
  expect([status, codes[0]]).toEqual([422, 'file_unreadable'])
})

test('a polyglot file is reduced to its picture', async () => {
  const image = sharp({ create: { width: 20, height: 20, channels: 3, background: '#3c3' } })
  const script = '<script>alert(document.domain)</script>'
  const polyglots = [
    Buffer.concat([await image.clone().png().toBuffer(), Buffer.from(`\n<html>${script}</html>`)]),
    Buffer.concat([
      await image
        .clone()
        .jpeg()
        .withExif({ IFD0: { ImageDescription: script } })
        .toBuffer(),
      Buffer.from(`PK\u0003\u0004${script}`),
    ]),
    Buffer.concat([await image.clone().gif().toBuffer(), Buffer.from(`/*${script}*/`)]),
  ]
  for (const bytes of polyglots) {
    const { status, body } = await upload(bytes)
    expect(status).toBe(200)
    const served = await t.app.inject(body.picture.url ?? '')
    expect([served.headers['content-type'], served.rawPayload.includes('script')]).toEqual([
      'image/webp',
      false,
    ])
  }
})

test('refuses pixel bombs quickly and files over 5 MB', async () => {
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(5_000_000)
  expect((await upload(bomb)).codes[0]).toBe('file_unreadable')
  const { status, codes } = await upload(Buffer.alloc(5_300_000, 1))
  expect([status, codes[0]]).toEqual([413, 'file_too_large'])
})

test('no URL path escapes the storage folder', async () => {
  for (const url of [
    '/files/../secret',
    `/files/${team.workspace_id}/..%2f..%2fsecret`,
    `/files/${team.workspace_id}/x.webp`,
    '/files/x/y',
  ])
    expect((await t.app.inject(url)).statusCode).toBe(404)
})

const findPictureSandbox = () => sandboxes.find((one) => one.name === 'picture')
const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' }, limitInputPixels: false })

test.each([
  ['TIFF', () => create(20, 20).tiff().toBuffer()],
  ['AVIF', () => create(20, 20).avif().toBuffer()],
  [
    'a large SVG',
    () =>
      Promise.resolve(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(1_000_000)}</svg>`),
      ),
  ],
  ['PDF', () => Promise.resolve(Buffer.from('%PDF-1.7'))],
  [
    'a picture without its first bytes',
    async () => (await create(20, 20).png().toBuffer()).subarray(4),
  ],
])('%s is refused by its first bytes without starting a process', async (_, make) => {
  const before = [...(findPictureSandbox()?.failures ?? [])]
  const { status, codes } = await upload(await make())
  expect([status, codes]).toEqual([422, ['file_unreadable']])
  expect([...(findPictureSandbox()?.failures ?? [])]).toEqual(before)
})

test('the picture process loads only PNG, JPEG, WebP and GIF', async () => {
  const painter = createSandbox({
    name: 'painter',
    entry: new URL('./picture-worker.ts', import.meta.url),
    addons: true,
    heap_mb: 64,
    memory_mb: 768,
    timeout_ms: 15_000,
    frameBytesMax: 5_000_000,
    maxConcurrent: 2,
    maxConcurrentPerKey: 2,
    maxWaiting: 10,
    maxWaitingPerKey: 10,
    waitMs: 30_000,
  })
  const outcome = (file: Buffer) =>
    painter
      .run({ workspace_id: 'test', file, params: 'avatar', log: t.services.log }, async (next) =>
        (await next()).toString(),
      )
      .catch((error: unknown) => (error instanceof Refusal ? error.list[0]?.code : error))
  const picture = create(300, 300)
  for (const file of [
    await picture.clone().png().toBuffer(),
    await picture.clone().jpeg().toBuffer(),
    await picture.clone().webp().toBuffer(),
    await picture.clone().gif().toBuffer(),
  ])
    expect(await outcome(file)).toBe('{"width":256,"height":256}')
  for (const file of [
    await picture.clone().tiff().toBuffer(),
    await picture.clone().avif().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ])
    expect(await outcome(file)).toBe('file_unreadable')
})

test('28 pictures are encoded outside transactions, one at a time', async () => {
  const other = await makeTeam(t)
  const large = await create(3_000, 2_000).png({ progressive: true }).toBuffer()
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  let over = false
  const running = Promise.all(
    Array.from({ length: 28 }, () =>
      t.call('profiles.avatar', { token: team.admin.token, body: buildFormData({}, large) }),
    ),
  ).finally(() => {
    over = true
  })
  let [looked, most] = [0, 0]
  while (!over) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database()
        and state = 'idle in transaction' and now() - state_change > interval '300 ms'`,
    )
    expect(rows[0]?.n).toBe(0)
    expect((await t.call('config.get', { token: other.admin.token })).status).toBe(200)
    most = Math.max(most, findPictureSandbox()?.load().running ?? 0)
    looked += 1
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  await owner.end()
  const answers = await running
  expect([looked > 3, most]).toEqual([true, 1])
  // Requests beyond the workspace's share receive 429.
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 429]))
  expect(answers.filter((answer) => answer.status === 200).length).toBe(11)
  expect(
    Number(answers.find((answer) => answer.status === 429)?.headers['retry-after']),
  ).toBeGreaterThan(0)
  expect(findPictureSandbox()?.load()).toEqual({ running: 0, waiting: 0 })
}, 120_000)

test('the file of a refused reward is deleted', async () => {
  const before = await Array.fromAsync(t.services.storage.list())
  const file = await create(30, 30).png().toBuffer()
  const { body: reward } = await upload(file)
  await t.call('rewards.delete', { token: team.admin.token, params: { id: reward.id } })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('rewards')
      .values(
        Array.from({ length: 96 }, () => ({
          workspace_id: team.workspace_id,
          id: newId(t.clock.now()),
          title: 'Full',
          price: 1,
          category: 'uncategorised' as const,
          picture_file_id: null,
          type: 'manual' as const,
          reward_type: 'individual' as const,
          available_amount: null,
          country: null,
          gift_card_value: null,
          deadline: null,
          created_at: t.clock.now(),
          deleted_at: null,
        })),
      )
      .execute(),
  )
  expect((await upload(file)).codes).toEqual(['rewards_full'])
  expect(await Array.fromAsync(t.services.storage.list())).toHaveLength(before.length + 1)
})
