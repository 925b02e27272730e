import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoWorkspace } from '#server/workflows/demo/demo-workspace.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  archiveTarget,
  checkFigures,
  countRows,
  readArchive,
  readNoun,
  signIn,
} from '#tests/support/workspace-archives.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'

const adminEmail = 'admin@laurel.example'
const source = setupTestApp()
const target = setupTestApp()
let folder: string
let workspaceId: string
let other: Team
let adminToken: string

const exportTo = (name: string, from = source, id = workspaceId) =>
  exportWorkspace(archiveTarget(from), id, join(folder, name))
const importFrom = (name: string, to = target) =>
  importWorkspace(archiveTarget(to), join(folder, name), { at: to.clock.now() })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-archive-'))
  await seedDemoWorkspace(source.services)
  workspaceId = await withClient(source.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from workspaces')
    return rows[0]?.id ?? ''
  })
  adminToken = await signIn(source, adminEmail, workspaceId)
  await source.call('profiles.avatar', {
    token: adminToken,
    body: buildFormData({}, await renderSmallPicture()),
  })
  await source.call('hooks.create', {
    token: adminToken,
    body: { kind: 'webhook', url: 'http://127.0.0.1:9/hook', events: ['post.created'] },
  })
  other = await makeTeam(source, { limit: null })
  const member = await makeMember(source, other.workspace_id)
  await makePost(source, other.admin, [member], other.value_id, 3, {
    description: 'Of another team \u2028 with \\ and "quotes"',
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an imported workspace exports the same files again', async () => {
  const { manifest, fingerprint } = await exportTo('first')
  const rowsOf = (name: string) => manifest.nouns.find((noun) => noun.name === name)?.lines.rows
  for (const name of ['posts', 'comments', 'reactions', 'purchases', 'award_gifts', 'nominations'])
    expect([name, (rowsOf(name) ?? 0) > 0]).toEqual([name, true])
  for (const name of ['groups', 'budgets', 'payroll_lines', 'tax_rules', 'bonus_payments', 'files'])
    expect([name, (rowsOf(name) ?? 0) > 0]).toEqual([name, true])
  const imported = await importFrom('first')
  expect(imported).toMatchObject({ workspaceId, fingerprint, newAccounts: 25 })
  const again = await exportTo('again', target)
  expect(await readArchive(join(folder, 'again'))).toEqual(await readArchive(join(folder, 'first')))
  expect(again.manifest.ledger).toEqual(manifest.ledger)
  expect(again.fingerprint).toBe(fingerprint)
  await checkFigures(target)
})

test('an import sends nothing and starts a trial', async () => {
  const counts = await countRows(target)
  expect([
    counts['outbox'],
    counts['hooks'],
    counts['hook_deliveries'],
    counts['sessions'],
  ]).toEqual([undefined, undefined, undefined, undefined])
  expect(target.mails).toEqual([])
  const { rows } = await withClient(target.ownerUrl, (client) =>
    client.query(`select trial_ends_at - $1::timestamptz as left, demo from workspaces`, [
      target.clock.now(),
    ]),
  )
  expect(rows).toEqual([{ left: expect.objectContaining({ days: 30 }), demo: false }])
})

test('members of an imported workspace sign in, see the feed and give points', async () => {
  const token = await signIn(target, adminEmail, workspaceId)
  const read = async (t: typeof source, as: string) => {
    const { body } = await t.call('posts.list', { token: as, query: { limit: 100 } })
    return body.map(({ id, description, score, comment_count: comments }) => [
      id,
      description,
      score,
      comments,
    ])
  }
  expect(await read(target, token)).toEqual(await read(source, adminToken))
  const { body: me } = await target.call('profiles.me', { token })
  const picture = await target.app.inject({ url: me.avatar.url ?? '' })
  expect(picture.statusCode).toBe(200)
  const users = await readNoun(join(folder, 'first'), 'users')
  const values = await readNoun(join(folder, 'first'), 'values')
  const created = await target.call('posts.create', {
    token,
    body: {
      to_id: [String(users.find((user) => user['email'] !== adminEmail)?.['id'])],
      value_id: String(values[0]?.['id']),
      score: 2,
      description: 'Thank you for the move',
    },
  })
  expect(created.codes).toEqual([])
  await checkFigures(target)
})

test('the same installation imports a workspace under a new id', async () => {
  const before = await readArchive(join(folder, 'first'))
  const imported = await importFrom('first', source)
  expect(imported.workspaceId).not.toBe(workspaceId)
  expect(imported.newAccounts).toBe(0)
  await exportTo('copy', source, imported.workspaceId)
  expect(await readArchive(join(folder, 'copy'))).toEqual(before)
  const token = await signIn(source, adminEmail, imported.workspaceId)
  for (const as of [token, adminToken]) {
    const { body } = await source.call('posts.list', { token: as })
    expect(body.length).toBeGreaterThan(0)
  }
  await checkFigures(source)
  // A provider's event about one of two purchases with the same id finds one workspace or none.
  await withClient(source.ownerUrl, (client) =>
    client.query('select purchase_workspace(id) from purchases'),
  )
})

test('the commands print a summary, and one line for an error', async () => {
  const run = (...args: string[]) => runCli(source, ...args)
  const to = join(folder, 'by-command')
  const written = await run('export-workspace', workspaceId, to)
  expect([written.code, written.stderr]).toEqual([0, ''])
  const log = await source.call('workspace.audit', {
    token: adminToken,
    query: { area: 'exports' },
  })
  expect(log.body.items[0]).toMatchObject({ action: 'workspace_export.operator', actor: null })
  const fingerprint = /Signed by ([0-9a-f]{64})/.exec(written.stdout)?.[1] ?? ''
  const added = await run('import-workspace', to, '--signed-by', fingerprint)
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toContain(
    'Imported Juniper & Lane: 25 people (0 with a new account), 207 posts',
  )
  expect(added.stdout).toContain('The team has the new id')
  expect(await run('export-workspace', workspaceId, to)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${to} is not empty: name a new folder\n`,
  })
  await writeFile(join(to, 'posts.jsonl'), '')
  expect(await run('import-workspace', to)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'posts.jsonl is cut\n',
  })
  expect((await run('import-workspace')).code).toBe(2)
})

test('an archive has no row of another workspace and no secret', async () => {
  const archive = await readArchive(join(folder, 'first'))
  const text = Object.values(archive).join('\n')
  const secrets = await withClient(source.ownerUrl, async (client) => {
    const { rows } = await client.query<{ secret: string }>(
      `select encode(secret, 'hex') as secret from hooks where workspace_id = $1 union all
      select encode(token_hash, 'hex') from sessions union all
      select id::text from sessions union all select id::text from accounts union all
      select google_sub from accounts where google_sub is not null`,
      [workspaceId],
    )
    return rows.map((row) => row.secret)
  })
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets[0]).toMatch(/^[0-9a-f]{40,}$/)
  for (const secret of [...secrets, adminToken, source.services.config.secret])
    expect(text.includes(secret)).toBe(false)
  for (const foreign of [
    other.workspace_id,
    other.admin.user_id,
    other.admin.email,
    'another team',
  ])
    expect(text.includes(foreign)).toBe(false)
  const manifest = await readFile(join(folder, 'first', 'manifest.json'), 'utf8')
  expect(manifest).not.toContain(source.services.config.secret)
})

test('an export during writes is one snapshot', async () => {
  const member = await makeMember(source, other.workspace_id)
  let stopped = false
  const writing = (async () => {
    while (!stopped) await makePost(source, other.admin, [member], other.value_id, 1)
  })()
  try {
    for (const name of ['busy-1', 'busy-2', 'busy-3']) {
      await exportTo(name, source, other.workspace_id)
      // The import compares the ledger and all figures.
      await importFrom(name, target)
    }
  } finally {
    stopped = true
    await writing
  }
  await checkFigures(target)
})

test('keeps unusual characters of a text', async () => {
  await exportTo('unusual', source, other.workspace_id)
  const posts = await readNoun(join(folder, 'unusual'), 'posts')
  expect(posts.map((post) => post['description'])).toContain(
    'Of another team \u2028 with \\ and "quotes"',
  )
})

test('refuses an unknown workspace and a folder that is not empty', async () => {
  await expect(exportTo('first')).rejects.toThrow('is not empty')
  await expect(exportTo('nowhere', source, other.admin.user_id)).rejects.toThrow(
    `there is no workspace ${other.admin.user_id}`,
  )
  await expect(readFile(join(folder, 'nowhere', 'manifest.json'))).rejects.toThrow('ENOENT')
})
