import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { diskStorage } from '#server/adapters/storage/disk.ts'
import { formOf, testApp } from '../app.ts'
import { makeTeam, type Team } from '../factories.ts'

/**
 * A disk without room: as the machine's own would, it takes the first half of a file and refuses
 * the rest. (A true full disk needs a file system of its own, which only root may make; what is
 * played here is the one call that fails.)
 */
const t = testApp(() => ({ env: { LOG_LEVEL: 'silent' } }))
let team: Team
let picture: Buffer
let full = false
const root = () => join(t.services.config.dataDir, 'files')
beforeAll(async () => {
  t.services.storage = diskStorage(root(), async (path, bytes) => {
    if (!full) return writeFile(path, bytes)
    await writeFile(path, bytes.subarray(0, bytes.length / 2))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  team = await makeTeam(t)
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b7dd8' } })
    .png()
    .toBuffer()
})
const files = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('files')
      .select('storage_key')
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
const onDisk = async () =>
  (await readdir(root(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => one.name)
const upload = () =>
  t.call('profiles.avatar', { token: team.admin.token, body: formOf({}, picture) })
const shown = async () =>
  (await t.call('config.get', { token: team.admin.token })).body.user.avatar.url

test('disk-full: an upload is refused in words, nothing half-written stays or is served, and the old picture does', async () => {
  full = true
  expect(await upload()).toMatchObject({ status: 422, codes: ['upload_failed'] })
  expect([await files(), await onDisk(), await shown()]).toEqual([[], [], null])

  full = false
  expect((await upload()).status).toBe(200)
  const [first] = await files()
  const url = await shown()
  expect(await onDisk()).toEqual([first?.storage_key])

  full = true
  expect((await upload()).codes).toEqual(['upload_failed'])
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: formOf({ title: 'Cake', price: '10' }, picture),
  })
  expect([reward.status, reward.codes]).toEqual([422, ['upload_failed']])
  expect((await t.call('shop.list', { token: team.admin.token })).body).toEqual([])
  // Every row still has its whole file, and every file its row.
  expect([await files(), await onDisk(), await shown()]).toEqual([
    [first],
    [first?.storage_key],
    url,
  ])
  const served = await t.app.inject({ method: 'GET', url: url ?? '' })
  expect(served.statusCode).toBe(200)
  expect((await sharp(served.rawPayload).metadata()).width).toBe(256)
  // What needs no room goes on.
  expect((await t.call('posts.list', { token: team.admin.token })).status).toBe(200)
})
