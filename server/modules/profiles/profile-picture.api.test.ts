import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let member: Member
let n = 0
beforeEach(async () => {
  // The hourly limit of codes is counted by client address, so each test runs in its own hour.
  t.clock.advance(3_600_001)
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  n += 1
})

const loadSelf = async (token = member.token) => (await t.call('profiles.me', { token })).body

const putAvatar = (file: Buffer | null, token = member.token) =>
  t.call('profiles.avatar', {
    token,
    body: file ? buildFormData({}, file) : { remove_picture: true },
  })
const createPhoto = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
const loadStoredPictures = async () => ({
  rows: await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('files')
      .select(['kind', 'width', 'height'])
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  ),
  files: await readdir(join(t.services.config.dataDir, 'files', team.workspace_id)).catch(() => []),
})

test('a new profile picture is square and replaces the old one', async () => {
  const first = await putAvatar(await createPhoto('#c33'))
  expect(first.status).toBe(200)
  expect((await loadSelf()).avatar.url).toBe(first.body.url)
  const second = await putAvatar(await createPhoto('#3c3'))
  expect(second.body.url).not.toBe(first.body.url)
  expect((await t.app.inject(first.body.url ?? '')).statusCode).toBe(404)
  expect(
    await sharp((await t.app.inject(second.body.url ?? '')).rawPayload).metadata(),
  ).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(await loadStoredPictures()).toMatchObject({
    rows: [{ kind: 'avatar', width: 256, height: 256 }],
    files: [expect.stringMatching(/\.webp$/)],
  })
  expect((await putAvatar(null)).body).toEqual({ url: null })
  expect((await loadSelf()).avatar.url).toBeNull()
  expect(await loadStoredPictures()).toEqual({ rows: [], files: [] })
  expect((await putAvatar(null)).body).toEqual({ url: null })
})

test.each([
  ['no body at all', undefined],
  ['a form with another field', buildFormData({ nothing: '' })],
  ['JSON without remove_picture', {}],
  ['remove_picture set to false', { remove_picture: false }],
])('refuses a picture call with %s and keeps the picture', async (_, body) => {
  const {
    body: { url },
  } = await putAvatar(await createPhoto('#c33'))
  const answer = await t.call('profiles.avatar', {
    token: member.token,
    ...(body === undefined ? {} : { body }),
  })
  expect([answer.status, answer.errors]).toMatchObject([422, [{ code: 'required', field: 'file' }]])
  expect((await loadSelf()).avatar.url).toBe(url)
})

test('remove_picture in a form removes the picture', async () => {
  await putAvatar(await createPhoto('#c33'))
  expect(
    (
      await t.call('profiles.avatar', {
        token: member.token,
        body: buildFormData({ remove_picture: 'true' }),
      })
    ).body,
  ).toEqual({ url: null })
  expect((await loadSelf()).avatar.url).toBeNull()
})

test('a refused picture keeps the old one', async () => {
  const {
    body: { url },
  } = await putAvatar(await createPhoto('#c33'))
  const bad = await putAvatar(Buffer.from('<svg/>'))
  expect([bad.status, bad.errors]).toMatchObject([
    422,
    [{ code: 'file_unreadable', field: 'file' }],
  ])
  expect((await loadSelf()).avatar.url).toBe(url)
  await Promise.all(
    ['#111', '#222', '#333'].map(async (color) => putAvatar(await createPhoto(color))),
  )
  const { rows, files } = await loadStoredPictures()
  expect([rows.length, files.length]).toEqual([1, 1])
})

test('a storage failure returns upload_failed and changes nothing', async () => {
  vi.spyOn(t.services.storage, 'put').mockRejectedValueOnce(new Error('full'))
  const answer = await putAvatar(await createPhoto('#c33'))
  expect([answer.status, answer.errors]).toMatchObject([422, [{ code: 'upload_failed' }]])
  expect((await loadSelf()).avatar.url).toBeNull()
})
