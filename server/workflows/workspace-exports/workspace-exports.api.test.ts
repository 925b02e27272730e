import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { ArchiveManifest } from '#contract/workspace-archive/format.ts'
import { openArchive } from '#server/modules/people-files/zip-archive.ts'
import { deleteOrphanedFiles } from '#server/modules/retention/orphaned-files.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { importWorkspace } from '#server/ops/workspace-archive/import-workspace.ts'
import { eraseWorkspace } from '#server/workflows/delete-workspace/reset-and-delete.ts'
import { workspaceExportWorker } from '#server/workflows/workspace-exports/worker.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makePost, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { archiveTarget } from '#tests/support/workspace-archives.ts'
import { makeWorkspaceExport, requestExport, runExport } from '#tests/support/workspace-exports.ts'

const t = setupTestApp(() => ({ at: new Date() }))
const other = setupTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(t)
})

const listExports = async ({ admin }: Team = team) =>
  (await t.call('workspace_exports.list', { token: admin.token })).body
async function getLink(id: string, { admin }: Team = team) {
  await markPresent(t, admin)
  return t.call('workspace_exports.link', { token: admin.token, params: { id } })
}
async function download(id: string) {
  const { body } = await getLink(id)
  return t.app.inject({ method: 'GET', url: new URL(body.url).pathname })
}
async function listStored(workspaceId: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of t.services.storage.list())
    if (key.startsWith(`${workspaceId}/export-`)) keys.push(key)
  return keys
}

/** Unpacks a downloaded archive into a new folder. */
async function unpack(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-download-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const read = openArchive(bytes, 100 * 1_048_576)
  const readText = (name: string) => read(name)?.toString('utf8') ?? ''
  const manifest = JSON.parse(readText('manifest.json')) as ArchiveManifest
  const pictures = readText('pictures.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => `pictures/${(JSON.parse(line) as { id: string }).id}`)
  const names = [
    'manifest.json',
    'manifest.jws',
    'pictures.jsonl',
    ...manifest.nouns.flatMap(({ lines, schema }) => [lines.file, schema.file]),
    ...pictures,
  ]
  await mkdir(join(folder, 'pictures'))
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), read(name) ?? '')
  }
  return folder
}

test('a downloaded archive can be imported by another installation', async () => {
  const member = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [member], team.value_id, 3)
  await t.call('profiles.avatar', {
    token: member.token,
    body: buildFormData({}, await renderSmallPicture()),
  })
  const { status, body } = await requestExport(t, team)
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'in_progress', progress: 0, expires_at: null })
  expect(await runExport(t, team, body.id)).toBe(true)
  const [found] = await listExports()
  expect(found).toMatchObject({
    id: body.id,
    state: 'finished',
    progress: 100,
    pictures: 1,
    requested_by: { id: team.admin.user_id },
  })
  const response = await download(body.id)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(found?.bytes),
    'cache-control': 'no-store',
  })
  expect(response.rawPayload.length).toBe(found?.bytes)
  const folder = await unpack(response.rawPayload)
  const imported = await importWorkspace(archiveTarget(other), folder, {
    at: other.clock.now(),
    signedBy: found?.fingerprint,
  })
  expect(imported).toMatchObject({ manifest: { pictures: { rows: 1, missing: 0 } } })
  await other.checkLedger()
})

test('an archive and its download require presence', async () => {
  const { admin } = team
  const create = () => t.call('workspace_exports.create', { token: admin.token })
  expect((await create()).codes).toEqual(['presence_required'])
  const id = await makeWorkspaceExport(t, team)
  t.clock.advance(limits.presence_minutes * minuteMs)
  expect((await create()).codes).toEqual(['presence_required'])
  const link = await t.call('workspace_exports.link', { token: admin.token, params: { id } })
  expect(link.codes).toEqual(['presence_required'])
})

test('archives stay locked after a change of address', async () => {
  const id = await makeWorkspaceExport(t, team)
  await t.services.db.global
    .insertInto('address_changes')
    .values({
      id: crypto.randomUUID(),
      account_id: team.admin.account_id,
      old_email: 'old@example.test',
      new_email: 'new@example.test',
      undo_hash: Buffer.alloc(32),
      changed_at: new Date(t.clock.now().getTime() - hourMs),
    })
    .execute()
  expect((await requestExport(t, team)).codes).toEqual(['danger_zone_wait'])
  expect((await getLink(id)).codes).toEqual(['danger_zone_wait'])
})

test('one archive is built at a time, and three are kept', async () => {
  const { body: first } = await requestExport(t, team)
  expect((await requestExport(t, team)).codes).toEqual(['conflict'])
  expect((await getLink(first.id)).codes).toEqual(['conflict'])
  await runExport(t, team, first.id)
  await makeWorkspaceExport(t, team)
  await makeWorkspaceExport(t, team)
  const full = await requestExport(t, team)
  expect(full.codes).toEqual(['workspace_exports_full'])
  const { admin } = team
  await t.call('workspace_exports.delete', { token: admin.token, params: { id: first.id } })
  expect((await listStored(team.workspace_id)).length).toBe(2)
  expect((await requestExport(t, team)).status).toBe(200)
})

test('an address of a download works for five minutes and cannot be forged', async () => {
  const id = await makeWorkspaceExport(t, team)
  const { body } = await getLink(id)
  const path = new URL(body.url).pathname
  const get = async (url: string) => (await t.app.inject({ method: 'GET', url })).statusCode
  expect(await get(path)).toBe(200)
  const ticket = path.slice('/exports/'.length, -'.zip'.length)
  for (const bad of ['', 'x', ticket.slice(0, -43), `${ticket}aa`, `B${ticket.slice(1)}`])
    expect(await get(`/exports/${bad}.zip`)).toBe(404)
  t.clock.advance(limits.workspace_export_link_minutes * minuteMs)
  expect(await get(path)).toBe(404)
})

test('another team does not see the archive', async () => {
  const id = await makeWorkspaceExport(t, team)
  const stranger = await makeTeam(t)
  expect(await listExports(stranger)).toEqual([])
  expect((await getLink(id, stranger)).codes).toEqual(['not_found'])
  const deleted = await t.call('workspace_exports.delete', {
    token: stranger.admin.token,
    params: { id },
  })
  expect(deleted.codes).toEqual(['not_found'])
  expect((await download(id)).statusCode).toBe(200)
})

test('an interrupted archive leaves no part and is built again', async () => {
  const { body } = await requestExport(t, team)
  let calls = 0
  const stopped = () => (calls += 1) > 20
  expect(await runExport(t, team, body.id, stopped)).toBe(false)
  expect(await listStored(team.workspace_id)).toEqual([])
  expect(await listExports()).toMatchObject([{ state: 'in_progress' }])
  expect(await runExport(t, team, body.id)).toBe(true)
  expect((await download(body.id)).statusCode).toBe(200)
})

test('a process that was paused does not change the archive of its successor', async () => {
  const { body } = await requestExport(t, team)
  const { storage } = t.services
  const put = storage.put.bind(storage)
  storage.put = async (key, bytes) => {
    storage.put = put
    await runExport(t, team, body.id)
    await put(key, bytes)
  }
  expect(await runExport(t, team, body.id)).toBe(true)
  expect(await listStored(team.workspace_id)).toHaveLength(1)
  const [found] = await listExports()
  const { rawPayload } = await download(body.id)
  expect(rawPayload.length).toBe(found?.bytes)
  expect(openArchive(rawPayload, 1_048_576)('manifest.json')).toBeDefined()
})

test('a deleted archive is not built to its end', async () => {
  const { body } = await requestExport(t, team)
  const { storage } = t.services
  const put = storage.put.bind(storage)
  storage.put = async (key, bytes) => {
    await put(key, bytes)
    storage.put = put
    const { admin } = team
    await t.call('workspace_exports.delete', { token: admin.token, params: { id: body.id } })
  }
  expect(await runExport(t, team, body.id)).toBe(true)
  expect(await listExports()).toEqual([])
  expect(await listStored(team.workspace_id)).toEqual([])
})

test.each([
  ['too_large', new RangeError('archive larger than 4 GB')],
  ['unexpected', new Error('no space left')],
] as const)('a failed archive says %s and leaves room for another', async (code, error) => {
  const { body } = await requestExport(t, team)
  const { storage } = t.services
  const put = storage.put.bind(storage)
  storage.put = () => Promise.reject(error)
  onTestFinished(() => {
    storage.put = put
  })
  const run = runExport(t, team, body.id)
  if (code === 'too_large') await run
  else {
    await expect(run).rejects.toThrow('no space left')
    expect(await listExports()).toMatchObject([{ state: 'in_progress' }])
    const data = { workspace_id: team.workspace_id, export_id: body.id }
    await workspaceExportWorker.fail?.(t.services, data, error)
  }
  expect(await listExports()).toMatchObject([{ state: 'failed', code }])
  storage.put = put
  const id = await makeWorkspaceExport(t, team)
  expect(await listExports()).toMatchObject([{ id, state: 'finished' }])
})

test('an archive is deleted after seven days', async () => {
  const id = await makeWorkspaceExport(t, team)
  expect(await listStored(team.workspace_id)).toHaveLength(1)
  t.clock.advance(limits.workspace_export_days * dayMs)
  expect(await listExports()).toEqual([])
  expect((await getLink(id)).codes).toEqual(['not_found'])
  await deleteOrphanedFiles(t.services)
  expect(await listStored(team.workspace_id)).toHaveLength(1)
  t.clock.advance(minuteMs)
  await deleteExpired(t.services)
  await deleteOrphanedFiles(t.services)
  expect(await listStored(team.workspace_id)).toEqual([])
})

test('an archive without its parts is forgotten, as after a restored backup', async () => {
  const id = await makeWorkspaceExport(t, team)
  for (const key of await listStored(team.workspace_id)) await t.services.storage.remove(key)
  expect((await getLink(id)).codes).toEqual(['not_found'])
  expect(await listExports()).toEqual([])
})

test('the archives of an erased team are deleted', async () => {
  await makeWorkspaceExport(t, team)
  await withClient(t.ownerUrl, (client) =>
    client.query('update workspaces set deleted_at = now() where id = $1', [team.workspace_id]),
  )
  await eraseWorkspace(t.services, team.workspace_id)
  expect(await listStored(team.workspace_id)).toEqual([])
})

test('requests, downloads and deletions are in the audit log', async () => {
  const id = await makeWorkspaceExport(t, team)
  await getLink(id)
  const { admin } = team
  await t.call('workspace_exports.delete', { token: admin.token, params: { id } })
  const { body } = await t.call('workspace.audit', {
    token: admin.token,
    query: { area: 'exports' },
  })
  expect(body.items.map(({ action }) => action)).toEqual([
    'workspace_export.delete',
    'workspace_export.download',
    'workspace_export.create',
  ])
})
