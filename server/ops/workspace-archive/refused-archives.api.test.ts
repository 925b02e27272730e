import assert from 'node:assert/strict'
import {
  appendFile,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ArchiveManifest } from '#contract/workspace-archive/format.ts'
import { deleteOrphanedFiles } from '#server/modules/retention/orphaned-files.ts'
import { findNewestMigration } from '#server/platform/database/migrate.ts'
import { withClient } from '#tests/support/database.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
} from '#tests/support/factories.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { archiveTarget, countRows, resignArchive } from '#tests/support/workspace-archives.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { describeNouns } from './describe-nouns.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { verifyArchive } from './verify-archive.ts'

const source = setupTestApp()
const target = setupTestApp()
let folder: string
let member: Member
let picture: string
let rowsBefore: Record<string, number>

const at = (file: string) => join(folder, 'archive', file)
const importAgain = (options: { signedBy?: string } = {}) =>
  importWorkspace(archiveTarget(target), join(folder, 'archive'), options)
const listStored = async () => {
  const keys: string[] = []
  for await (const { key } of target.services.storage.list()) keys.push(key)
  return keys
}
/** Replaces text in a file of the archive. */
const edit = async (file: string, from: string | RegExp, to: string) => {
  const text = await readFile(at(file), 'utf8')
  expect(text.replace(from, to)).not.toBe(text)
  await writeFile(at(file), text.replace(from, to))
}
/** Edits a file, signs the archive again with the installation's key, and imports it. */
const forge = async (
  file: string,
  from: string | RegExp,
  to: string,
  change?: (manifest: ArchiveManifest) => void,
) => {
  await edit(file, from, to)
  await resignArchive(join(folder, 'archive'), source.services.config.secret, change)
  return importAgain()
}
const swapFirstLines = async (file: string) => {
  const [first = '', second = '', ...rest] = (await readFile(at(file), 'utf8')).split('\n')
  expect(rest.length).toBeGreaterThan(0)
  await writeFile(at(file), [second, first, ...rest].join('\n'))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-archive-'))
  const team = await makeTeam(source)
  member = await makeMember(source, team.workspace_id)
  await source.call('profiles.avatar', {
    token: member.token,
    body: buildFormData({}, await renderSmallPicture()),
  })
  await addBalance(source, member, 20)
  for (const score of [1, 2]) await makePost(source, team.admin, [member], team.value_id, score)
  await exportWorkspace(archiveTarget(source), team.workspace_id, join(folder, 'original'))
  picture = `pictures/${(await readdir(join(folder, 'original', 'pictures')))[0]}`
  rowsBefore = await countRows(target)
  await cp(join(folder, 'original'), join(folder, 'archive'), { recursive: true })
})
// No refused archive leaves a row or a picture.
afterEach(async () => {
  assert.deepEqual(await countRows(target), rowsBefore)
  assert.deepEqual(await listStored(), [])
  await rm(join(folder, 'archive'), { recursive: true })
  await cp(join(folder, 'original'), join(folder, 'archive'), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('names a file that is cut, changed, longer or missing', async () => {
  // Imports verify the archive first. One after the other, because each reads the whole archive.
  const installation = {
    schema: await findNewestMigration(),
    nouns: await withClient(target.ownerUrl, describeNouns),
  }
  const harms: [string, (path: string, bytes: Buffer) => Promise<void>][] = [
    [
      'was changed',
      (path, bytes) =>
        writeFile(
          path,
          bytes.map((byte, n) => (n ? byte : byte ^ 1)),
        ),
    ],
    ['is cut', (path, bytes) => truncate(path, bytes.length - 1)],
    ['was changed', (path) => appendFile(path, '\n')],
    ['is missing', (path) => rm(path)],
  ]
  const names = (await readdir(join(folder, 'original'))).filter(
    (name) => !name.startsWith('manifest'),
  )
  for (const file of [picture, ...names.filter((name) => name !== 'pictures')]) {
    const bytes = await readFile(at(file))
    if (!bytes.length) continue
    harms.push(...harms.splice(0, 1))
    const [problem, harm] = harms[0] ?? []
    await harm?.(at(file), bytes)
    await expect(verifyArchive(join(folder, 'archive'), installation), file).rejects.toThrow(
      `${file} ${problem}`,
    )
    await writeFile(at(file), bytes)
  }
})

test('names a file whose lines are reordered', async () => {
  await swapFirstLines('posts.jsonl')
  await expect(importAgain()).rejects.toThrow('posts.jsonl was changed')
})

test('names an extra file', async () => {
  for (const file of ['notes.txt', 'pictures/0', '.hidden']) {
    await writeFile(at(file), 'x')
    await expect(importAgain()).rejects.toThrow(`${file} is not part of the archive`)
    await rm(at(file))
  }
})

test('refuses a changed manifest, a missing signature and another key', async () => {
  await expect(importAgain({ signedBy: 'a'.repeat(64) })).rejects.toThrow(
    /is signed by [0-9a-f]{64}, not by a{64}/,
  )
  await edit('manifest.json', '"rows": 2', '"rows": 3')
  await expect(importAgain()).rejects.toThrow('manifest.json was changed')
  for (const jws of [
    '',
    'x',
    'a.b.c',
    `${Buffer.from('{"alg":"none"}').toString('base64url')}..`,
  ]) {
    await writeFile(at('manifest.jws'), jws)
    await expect(importAgain()).rejects.toThrow('manifest.json was changed')
  }
  await rm(at('manifest.jws'))
  await expect(importAgain()).rejects.toThrow('manifest.jws is missing')
  await rm(at('manifest.json'))
  await expect(importAgain()).rejects.toThrow('is no archive')
})

test('refuses lines that are not in the order of their keys', async () => {
  await swapFirstLines('posts.jsonl')
  await resignArchive(join(folder, 'archive'), source.services.config.secret)
  await expect(importAgain()).rejects.toThrow('posts.jsonl, line 2: lines are not in the order')
})

test('refuses lines that differ from their schema', async () => {
  await expect(forge('posts.jsonl', '{"id"', '{"workspace_id":1,"id"')).rejects.toThrow(
    'posts.jsonl, line 1: not as in its schema (Unrecognized key',
  )
})

test('refuses a line that is no JSON and one of another type', async () => {
  await expect(forge('posts.jsonl', '"score":', '"score":"x')).rejects.toThrow(
    'posts.jsonl, line 1: not as in its schema',
  )
})

test('refuses a schema of another version', async () => {
  await expect(forge('posts.schema.json', 'score', 'points')).rejects.toThrow(
    'posts.schema.json is not the schema of this version',
  )
})

test('refuses an archive of another version and one with open gift cards', async () => {
  const { schema } = JSON.parse(await readFile(at('manifest.json'), 'utf8')) as ArchiveManifest
  const change = (manifest: ArchiveManifest) => {
    manifest.schema = '0001_baseline'
    manifest.version = '0.9.0'
  }
  await expect(forge('posts.jsonl', '"score":', '"score": ', change)).rejects.toThrow(
    /made by Laurel 0\.9\.0 with the schema 0001_baseline; this installation has 00\d\d_\w+/,
  )
  await expect(
    forge('posts.jsonl', '"score": ', '"score":', (manifest) => {
      manifest.schema = schema
      manifest.open_gift_cards = 2
    }),
  ).rejects.toThrow('2 gift cards were being ordered')
})
test('refuses rows that refer to nothing with the name of their file', async () => {
  await expect(
    forge(
      'comments.jsonl',
      /^/,
      `${JSON.stringify({
        id: member.user_id,
        created_at: '2026-06-15T12:00:00+00:00',
        edited_at: null,
        mention_ids: [],
        mention_names: [],
        post_id: member.user_id,
        text: 'x',
        user_id: member.user_id,
      })}\n`,
    ),
  ).rejects.toThrow(/^comments.jsonl cannot be imported: .*foreign key/)
})

test('refuses a ledger that differs from the sums of the manifest', async () => {
  await expect(forge('entries.jsonl', /"amount":20,/, '"amount":21,')).rejects.toThrow(
    'the ledger differs from the manifest: points of',
  )
})

test('refuses a ledger that is not consistent with its sums', async () => {
  await expect(forge('wallets.jsonl', /"balance":23/, '"balance":24')).rejects.toThrow(
    'the ledger is not consistent: cached balance differs from the sum of entries',
  )
})

test('refuses a picture outside the folder of the workspace', async () => {
  await expect(
    forge('files.jsonl', /"storage_key":"[^"]+"/, '"storage_key":"../../key.png"'),
  ).rejects.toThrow('files.jsonl has a picture with the key')
})

test('refuses a second import while another one runs', async () => {
  await withClient(target.ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(1281455475)')
    await expect(importAgain()).rejects.toThrow('another import is running')
  })
})

test('an import killed during its transaction leaves nothing', async () => {
  const blocker = new pg.Client(target.ownerUrl)
  await blocker.connect()
  await blocker.query('begin')
  // The import waits for this address.
  await blocker.query(`insert into accounts (id, email, created_at) values ($1, $2, now())`, [
    member.account_id,
    member.email,
  ])
  const importing = importAgain()
  importing.catch(() => {})
  const stopped = withClient(target.ownerUrl, (client) =>
    waitUntil('the import waits', async () => {
      const { rows } = await client.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
        where application_name = 'laurel import-workspace' and wait_event_type = 'Lock'
          and datname = current_database()`,
      )
      return rows.length > 0
    }),
  )
  await stopped
  await expect(importing).rejects.toThrow('terminat')
  await blocker.query('rollback')
  await blocker.end()
  // A killed process leaves its pictures to the nightly cleanup.
  await target.services.storage.put(`${member.workspace_id}/left.png`, Buffer.from('x'))
  const services = {
    ...target.services,
    clock: { now: () => new Date(Date.now() + 2 * 86_400_000) },
  }
  expect(await deleteOrphanedFiles(services)).toBe(1)
})
