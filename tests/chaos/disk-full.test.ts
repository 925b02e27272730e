import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'

/**
 * A full disk: a write stores the first half of a file and fails. A real full disk needs its own
 * file system and root, so the test replaces the one failing call.
 */
const t = setupTestApp(() => ({ env: { LOG_LEVEL: 'silent' } }))
let team: Team
let picture: Buffer
let isDiskFull = false
const filesFolder = () => join(t.services.config.dataDir, 'files')
beforeAll(async () => {
  t.services.storage = createDiskStorage(filesFolder(), async (path, bytes) => {
    if (!isDiskFull) return writeFile(path, bytes)
    await writeFile(path, bytes.subarray(0, bytes.length / 2))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  team = await makeTeam(t)
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b7dd8' } })
    .png()
    .toBuffer()
})
const storedKeys = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('files')
      .select('storage_key')
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
const filesOnDisk = async () =>
  (await readdir(filesFolder(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => one.name)
const upload = () =>
  t.call('profiles.avatar', { token: team.admin.token, body: buildFormData({}, picture) })
const shownPictureUrl = async () =>
  (await t.call('config.get', { token: team.admin.token })).body.user.avatar.url

test('disk-full: a failed upload leaves no file and keeps the old picture', async () => {
  isDiskFull = true
  expect(await upload()).toMatchObject({ status: 422, codes: ['upload_failed'] })
  expect([await storedKeys(), await filesOnDisk(), await shownPictureUrl()]).toEqual([[], [], null])

  isDiskFull = false
  expect((await upload()).status).toBe(200)
  const [first] = await storedKeys()
  const url = await shownPictureUrl()
  expect(await filesOnDisk()).toEqual([first?.storage_key])

  isDiskFull = true
  expect((await upload()).codes).toEqual(['upload_failed'])
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: buildFormData({ title: 'Cake', price: '10' }, picture),
  })
  expect([reward.status, reward.codes]).toEqual([422, ['upload_failed']])
  expect((await t.call('shop.list', { token: team.admin.token })).body).toEqual([])
  // Every row still has its whole file, and every file its row.
  expect([await storedKeys(), await filesOnDisk(), await shownPictureUrl()]).toEqual([
    [first],
    [first?.storage_key],
    url,
  ])
  const served = await t.app.inject({ method: 'GET', url: url ?? '' })
  expect(served.statusCode).toBe(200)
  expect((await sharp(served.rawPayload).metadata()).width).toBe(256)
  // Requests that write no file still succeed.
  expect((await t.call('posts.list', { token: team.admin.token })).status).toBe(200)
})
