import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { beforeTransaction, loseConnection } from '#tests/support/before-transaction.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import {
  continueSyncRun,
  listSyncChanges,
  sendPeopleFile,
  syncPeople,
} from '#tests/support/people-sync.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runPeopleSync, startScheduledRuns } from './worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'laurel-people-'))
const t = setupTestApp(() => ({ env: { PEOPLE_SYNC_FOLDER: folder } }))

let server: Server
let url: string
let answer: { status: number; body: Buffer }
let received: IncomingHttpHeaders[] = []
/** Runs before the next answer. */
let beforeAnswer: () => Promise<unknown> = () => Promise.resolve()
beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.headers)
    const run = beforeAnswer
    beforeAnswer = () => Promise.resolve()
    void run().then(() => response.writeHead(answer.status).end(answer.body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export/people.csv`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const lines = Array.from(
  { length: 12 },
  (_, n) => `E${n},synced${n}@example.test,Person,Sync,Engineer`,
)
const toFile = (rows: string[], header = 'Employee number,Email,First name,Last name,Title') =>
  `${[header, ...rows].join('\n')}\n`

const setSync = async (team: Team, body: BodyInputOf<'people_sync.update'>) =>
  t.call('people_sync.update', { token: team.admin.token, body })
const startSync = async (team: Team, dryRun = false) =>
  t.call('people_sync.start', { token: team.admin.token, body: { dry_run: dryRun } })
const countMembers = async (team: Team) =>
  (await t.call('users.list', { token: team.admin.token, query: { limit: 100 } })).body.items.length

test('a file that was cut in the middle changes nobody', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(lines))
  const whole = toFile(lines)
  const run = await syncPeople(t, team, whole.slice(0, whole.indexOf('synced10') + 4))
  expect(run).toMatchObject({ state: 'failed', code: 'people_file_cut' })
  // A file that ends between two lines looks whole, and the share of leavers stops it.
  const short = await syncPeople(t, team, toFile(lines.slice(0, 7)))
  expect(short).toMatchObject({ state: 'stopped', code: 'people_file_leavers' })
  expect(await countMembers(team)).toBe(lines.length + 1)
})

test('swapped columns and lost headers stop the run', async () => {
  const team = await makeTeam(t)
  const columns: BodyInputOf<'people_sync.update'>['columns'] = [
    { header: 'employee NUMBER', field: 'employee_number' },
    { header: 'Email', field: 'email' },
    { header: 'First name', field: 'first_name' },
  ]
  expect((await setSync(team, { columns })).status).toBe(200)
  await syncPeople(t, team, toFile(lines))
  const swapped = toFile(lines, 'Email,Employee number,First name,Last name,Title')
  expect(await syncPeople(t, team, swapped)).toMatchObject({
    state: 'failed',
    code: 'people_file_columns',
  })
  const lost = toFile(lines, 'Employee number,Mail,First name,Last name,Title')
  expect(await syncPeople(t, team, lost)).toMatchObject({
    state: 'failed',
    code: 'people_file_columns',
  })
  expect(await countMembers(team)).toBe(13)
})

test('columns are found by their headers in any order and case', async () => {
  const team = await makeTeam(t)
  await setSync(team, {
    columns: [
      { header: 'Contact', field: 'email' },
      { header: 'Role', field: 'job_title' },
    ],
  })
  const run = await syncPeople(t, team, 'ROLE;x;contact\r\nPilot;1;amy@example.test\r\n')
  expect(run.columns.map(({ field }) => field)).toEqual(['job_title', 'ignore', 'email'])
  expect((await listSyncChanges(t, team, run.id))[0]?.fields).toContainEqual({
    field: 'job_title',
    before: '',
    after: 'Pilot',
    last: null,
  })
})

test('byte order mark, semicolons and Windows-1252 are read', async () => {
  const team = await makeTeam(t)
  const marked = await syncPeople(t, team, '\uFEFFEmail;First name\nzoe@example.test;Zoë\n')
  expect((await listSyncChanges(t, team, marked.id))[0]?.name).toBe('Zoë')
  const latin = Buffer.from('Email;First name\njose@example.test;José\n', 'latin1')
  const old = await syncPeople(t, team, latin, { coverage: 'partial' })
  expect((await listSyncChanges(t, team, old.id))[0]?.name).toBe('José')
})

test.each([
  ['nothing', ''],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a broken archive', Buffer.from('504b0304140000000800', 'hex')],
  ['only a header', 'Email,First name\n'],
])('%s is refused without a run', async (_name, file) => {
  const team = await makeTeam(t)
  expect((await sendPeopleFile(t, team, file)).status).toBe(422)
  const runs = await t.call('people_sync.runs', { token: team.admin.token, query: {} })
  expect(runs.body.items).toEqual([])
})

test('a file without addresses is a failed run', async () => {
  const team = await makeTeam(t)
  const { body } = await sendPeopleFile(t, team, 'Name\nAda\nBen\n')
  expect(body).toMatchObject({ state: 'failed', code: 'people_file_columns' })
})

test('a run of an unusable file has failed in the transaction that created it', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(lines))
  beforeTransaction(t.services, 2, loseConnection)
  expect((await sendPeopleFile(t, team, 'Name\nAda\nBen\n')).status).toBe(500)
  const runs = await t.call('people_sync.runs', { token: team.admin.token, query: {} })
  const run = await continueSyncRun(t, team, runs.body.items[0]?.id ?? '')
  expect(run).toMatchObject({ state: 'failed', code: 'people_file_columns' })
})

test('a file is fetched with its authorization, which is never returned', async () => {
  const team = await makeTeam(t)
  answer = { status: 200, body: Buffer.from(toFile(lines)) }
  const settings = await setSync(team, {
    source: 'https',
    address: url,
    authorization: 'Bearer secret-of-hr',
  })
  expect(settings.body).toMatchObject({ source: 'https', has_authorization: true })
  expect(JSON.stringify(settings.body)).not.toContain('secret-of-hr')
  received = []
  const { body } = await startSync(team)
  expect(body).toMatchObject({ state: 'checking', source: 'https' })
  expect(await continueSyncRun(t, team, body.id)).toMatchObject({
    state: 'finished',
    file_name: 'people.csv',
    counts: { new: 12 },
  })
  expect(received[0]?.authorization).toBe('Bearer secret-of-hr')
  // Another address gets no authorization of the first one.
  expect((await setSync(team, { address: `${url}?other` })).body.has_authorization).toBe(false)
})

test('a file that cannot be fetched fails the run', async () => {
  const team = await makeTeam(t)
  answer = { status: 403, body: Buffer.from('no') }
  await setSync(team, { source: 'https', address: url })
  const { body } = await startSync(team)
  expect(await continueSyncRun(t, team, body.id)).toMatchObject({
    state: 'failed',
    code: 'people_file_fetch',
  })
})

test.each([200, 403])('a second answer %i does not end a run with a file', async (status) => {
  const team = await makeTeam(t)
  await setSync(team, { source: 'https', address: url })
  const { body } = await startSync(team)
  const ids = { workspace_id: team.workspace_id, run_id: body.id }
  // Another process stores the file and dies.
  beforeAnswer = async () => {
    answer = { status: 200, body: Buffer.from(toFile(lines)) }
    await runPeopleSync(t.services, ids, () => true)
    answer.status = status
  }
  expect(await continueSyncRun(t, team, body.id)).toMatchObject({
    state: 'finished',
    counts: { new: 12 },
  })
})

test('private addresses and other protocols are refused', async () => {
  const team = await makeTeam(t)
  for (const address of ['https://10.0.0.8/people.csv', 'ftp://example.test/x', 'people.csv'])
    expect((await setSync(team, { source: 'https', address })).body).toMatchObject({
      errors: [{ code: 'address_refused', field: 'address' }],
    })
  expect((await setSync(team, { source: 'https', address: '' })).status).toBe(422)
})

test('an address that is removed during its check is not used', async () => {
  const team = await makeTeam(t)
  await setSync(team, { address: url })
  const { companyHttpClient: client } = t.services
  const checkUrl = client.checkUrl.bind(client)
  client.checkUrl = async (address) => {
    client.checkUrl = checkUrl
    await checkUrl(address)
    await setSync(team, { address: '' })
  }
  expect((await setSync(team, { source: 'https' })).body).toMatchObject({
    errors: [{ code: 'required', field: 'address' }],
  })
  const { body } = await t.call('people_sync.get', { token: team.admin.token })
  expect(body).toMatchObject({ source: 'api', address: '' })
})

test('a file of the folder is read, and paths and links are refused', async () => {
  const team = await makeTeam(t)
  const own = join(folder, team.workspace_id)
  mkdirSync(own)
  writeFileSync(join(own, 'people.csv'), toFile(lines))
  symlinkSync(join(own, 'people.csv'), join(own, 'link.csv'))
  for (const name of ['../people.csv', 'a/b.csv', '.hidden', '..', String.raw`a\b.csv`])
    expect((await setSync(team, { source: 'folder', file_name: name })).status).toBe(422)
  expect((await setSync(team, { source: 'folder', file_name: 'people.csv' })).body).toMatchObject({
    folder: true,
    folder_path: team.workspace_id,
  })
  const { body } = await startSync(team)
  expect(await continueSyncRun(t, team, body.id)).toMatchObject({ state: 'finished' })
  await setSync(team, { file_name: 'link.csv' })
  const linked = await startSync(team)
  expect(await continueSyncRun(t, team, linked.body.id)).toMatchObject({
    state: 'failed',
    code: 'people_file_fetch',
  })
})

test('a schedule starts one run at its time', async () => {
  const team = await makeTeam(t)
  answer = { status: 200, body: Buffer.from(toFile(lines)) }
  const { body } = await setSync(team, { source: 'https', address: url, schedule: 'hourly' })
  expect(body.next_run_at).toBe(new Date(t.clock.now().getTime() + hourMs).toISOString())
  const listRuns = async () =>
    (await t.call('people_sync.runs', { token: team.admin.token, query: {} })).body.items
  await startScheduledRuns(t.services)
  expect(await listRuns()).toEqual([])
  t.clock.advance(hourMs)
  await startScheduledRuns(t.services)
  await startScheduledRuns(t.services)
  const [run, ...others] = await listRuns()
  expect(others).toEqual([])
  expect(await continueSyncRun(t, team, run?.id ?? '')).toMatchObject({ state: 'finished' })
  await setSync(team, { schedule: 'daily', hour: 4 })
  const settings = await t.call('people_sync.get', { token: team.admin.token })
  expect(settings.body.next_run_at).toMatch(/T\d\d:00:00.000Z$/)
  expect(settings.body.last_run?.id).toBe(run?.id)
  await setSync(team, { schedule: 'off' })
})

test('kept columns need one address and each header once', async () => {
  const team = await makeTeam(t)
  const codeOf = async (columns: BodyInputOf<'people_sync.update'>['columns']) =>
    (await setSync(team, { columns })).body
  expect(await codeOf([{ header: 'Name', field: 'full_name' }])).toMatchObject({
    errors: [{ code: 'required' }],
  })
  expect(
    await codeOf([
      { header: 'Mail', field: 'email' },
      { header: 'mail ', field: 'ignore' },
    ]),
  ).toMatchObject({ errors: [{ code: 'not_unique' }] })
})

test('settings, start and failure are in the audit log', async () => {
  const team = await makeTeam(t)
  answer = { status: 404, body: Buffer.from('') }
  await setSync(team, { source: 'https', address: url, authorization: 'Bearer secret-of-hr' })
  const { body } = await startSync(team, true)
  await continueSyncRun(t, team, body.id)
  const log = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('workspace_id', '=', team.workspace_id)
      .where('action', 'like', 'people_sync.%')
      .orderBy('id')
      .execute(),
  )
  expect(log.map(({ action }) => action)).toEqual([
    'people_sync.update',
    'people_sync.start',
    'people_sync.stop',
  ])
  expect(JSON.stringify(log)).not.toContain('secret-of-hr')
})
