import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { runImport } from './worker.ts'
import {
  createListImport,
  previewListImport,
  startListImport,
  loadListImport,
  runImportNow,
  findMember,
} from '#tests/support/user-imports.ts'

// The daily invite limit has its own tests (server/modules/outbox/mail-budget.api.test.ts).
const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(() => owner?.end())

/** Returns the token of the invitation that the outbox sends to this address. */
async function sendInvitationTo(address: string): Promise<string> {
  await processOutbox(t.services)
  const mail = t.mails.find(({ to }) => to === address)
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Asserts the file of reported rows, and that the cells of all other rows are erased. */
async function expectRefusedRows(team: Team, id: string): Promise<void> {
  const file = await t.call('imports.refused', { token: team.admin.token, params: { id } })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(String(file.body)).toBe(
    [
      '\uFEFFe-mail,first name,last name,job title,birthday,Reason',
      `bad@,'=1+1,"Comma, inc",,,e-mail: This isn’t an email address`,
      'odd@example.test,O,D,,2020-02-31,birthday: We can’t read “2020-02-31” as a date',
      '',
    ].join('\r\n'),
  )
  const left = await owner.query<{ line: number; cells: string[] }>(
    'select line, cells from import_rows where import_id = $1 order by line',
    [id],
  )
  expect(left.rows.map((row) => row.cells.length)).toEqual([0, 0, 0, 5, 5])
}

test('an import invites, updates and refuses rows', async () => {
  const team = await makeTeam(t)
  const known = await makeMember(t, team.workspace_id, {
    email: 'known@example.test',
    first_name: 'Old',
    last_name: 'Name',
    permissions: { rewards_administrator: true },
  })
  await makeMember(t, team.workspace_id, { email: 'gone@example.test', state: 'deactivated' })
  const { id } = await createListImport(
    t,
    team,
    [
      'e-mail,first name,last name,job title,birthday',
      'known@example.test,Renamed,,Chief,1990-05-04',
      'gone@example.test,Gone,Person,,',
      'new@example.test,New,Person,Maker,13/12/1991',
      'bad@,=1+1,"Comma, inc",,',
      'odd@example.test,O,D,,2020-02-31',
    ].join('\n'),
  )
  await previewListImport(t, team, id, [
    'email',
    'first_name',
    'last_name',
    'job_title',
    'birth_date',
  ])
  expect((await startListImport(t, team, id)).body).toMatchObject({ state: 'in_progress', done: 0 })
  expect(await runImportNow(t, team, id)).toBe(true)
  expect(await loadListImport(t, team, id)).toMatchObject({
    state: 'finished',
    rows: 5,
    done: 5,
    invited: 2,
    updated: 2,
    refused: 1,
    warned: 1,
    failed_mails: 0,
  })
  expect(await findMember(t, team, 'known@example.test')).toMatchObject({
    id: known.user_id,
    first_name: 'Renamed',
    last_name: 'Name',
    job_title: 'Chief',
    birth_date: '1990-05-04',
    state: 'accepted',
    permissions: { rewards_administrator: true },
  })
  expect(await findMember(t, team, 'gone@example.test')).toMatchObject({
    first_name: 'Gone',
    state: 'deactivated',
  })
  expect(await findMember(t, team, 'new@example.test')).toMatchObject({
    first_name: 'New',
    job_title: 'Maker',
    birth_date: '1991-12-13',
    state: 'pending',
  })
  t.mails.length = 0
  const token = await sendInvitationTo('new@example.test')
  expect(new Set(t.mails.map((mail) => mail.to))).toEqual(
    new Set(['new@example.test', 'odd@example.test']),
  )
  expect((await t.call('auth.accept_invite', { body: { token } })).status).toBe(200)
  await expectRefusedRows(team, id)
})

test('one import of a team runs at a time', async () => {
  const team = await makeTeam(t)
  const [one, two] = [
    await createListImport(t, team, 'o1@example.test'),
    await createListImport(t, team, 'o2@example.test'),
  ]
  const answers = await Promise.all([
    startListImport(t, team, one.id),
    startListImport(t, team, one.id),
    startListImport(t, team, two.id),
  ])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const running = (await t.call('imports.list', { token: team.admin.token })).body.filter(
    (other) => other.state === 'in_progress',
  )
  expect(running).toHaveLength(1)
  await runImportNow(t, team, running[0]?.id ?? '')
  const other = running[0]?.id === one.id ? two : one
  expect((await startListImport(t, team, running[0]?.id ?? '')).codes).toEqual(['conflict'])
  expect((await previewListImport(t, team, running[0]?.id ?? '', ['email'])).codes).toEqual([
    'conflict',
  ])
  expect((await startListImport(t, team, other.id)).status).toBe(200)
})

test('two workers on one import process each row once', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(
    t,
    team,
    Array.from({ length: 1_700 }, (_, n) => `w${n}@example.test`).join('\n'),
  )
  await startListImport(t, team, id)
  await Promise.all([runImportNow(t, team, id), runImportNow(t, team, id)])
  expect(await loadListImport(t, team, id)).toMatchObject({
    state: 'finished',
    done: 1_700,
    invited: 1_700,
  })
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from outbox where import_id = $1',
    [id],
  )
  expect(rows[0]?.n).toBe(1_700)
})

test('a canceled import stops and erases its personal data', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(
    t,
    team,
    Array.from({ length: 1_200 }, (_, n) => `c${n}@example.test`).join('\n'),
  )
  const cancel = () => t.call('imports.cancel', { token: team.admin.token, params: { id } })
  await startListImport(t, team, id)
  let batches = 0
  expect(
    await runImport(
      t.services,
      { workspace_id: team.workspace_id, import_id: id },
      () => (batches += 1) > 1,
    ),
  ).toBe(false)
  expect((await cancel()).body).toMatchObject({ state: 'canceled', done: 500, invited: 500 })
  expect(await runImportNow(t, team, id)).toBe(true)
  expect(await loadListImport(t, team, id)).toMatchObject({ state: 'canceled', done: 500 })
  expect((await cancel()).codes).toEqual(['conflict'])
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from import_rows where import_id = $1 and cells <> '{}'`,
    [id],
  )
  expect(rows[0]?.n).toBe(0)
})

test('an import counts invitations with failed mails', async () => {
  await owner.query('delete from outbox')
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'f1@example.test\nf2@example.test\n')
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  t.failMail.value = true
  for (let n = 0; n < 10; n += 1) {
    await processOutbox(t.services)
    t.clock.advance(3_600_000)
  }
  t.failMail.value = false
  expect(await loadListImport(t, team, id)).toMatchObject({ state: 'finished', failed_mails: 2 })
})

test('the audit log records start and cancellation without addresses', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'audit@example.test')
  await startListImport(t, team, id)
  await t.call('imports.cancel', { token: team.admin.token, params: { id } })
  const { rows } = await owner.query<{ action: string; details: object; actor_id: string }>(
    'select action, details, actor_id from audit_log where workspace_id = $1 order by id',
    [team.workspace_id],
  )
  expect(rows).toEqual([
    { action: 'import.started', details: { import_id: id, rows: 1 }, actor_id: team.admin.user_id },
    { action: 'import.canceled', details: { import_id: id }, actor_id: team.admin.user_id },
  ])
})

test('an upload abandoned for a week is deleted at the next upload', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'left@example.test')
  t.clock.advance(7 * 86_400_000 + 1)
  await createListImport(t, team, 'next@example.test')
  expect((await t.call('imports.get', { token: team.admin.token, params: { id } })).status).toBe(
    404,
  )
})
