import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { runImport } from './worker.ts'

// The daily invite limit has its own tests (server/modules/outbox/mail-budget.api.test.ts).
const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(() => owner?.end())

const upload = (team: Team, file: Buffer, name = 'people.csv') =>
  t.call('imports.create', { token: team.admin.token, body: buildFormData({}, file, name) })
const create = async (team: Team, text: string, name?: string) =>
  (await upload(team, Buffer.from(text), name)).body
const preview = (team: Team, id: string, columns: string[]) =>
  t.call('imports.preview', { token: team.admin.token, params: { id }, body: { columns } })
const start = (team: Team, id: string) =>
  t.call('imports.start', { token: team.admin.token, params: { id } })
const get = async (team: Team, id: string) =>
  (await t.call('imports.get', { token: team.admin.token, params: { id } })).body
const run = (team: Team, id: string) =>
  runImport(t.services, { workspace_id: team.workspace_id, import_id: id })
const fieldsOf = (one: UserImport) => one.columns.map((column) => column.field)
const member = async (team: Team, email: string) =>
  (await t.call('users.list', { token: team.admin.token, query: { search: email, limit: 5 } })).body
    .items[0]
const rowsOf = (body: ImportPreview) =>
  body.rows.map((row) => [row.line, row.email, row.outcome, row.code])

test('an upload guesses columns and returns samples', async () => {
  const team = await makeTeam(t)
  const one = await create(
    team,
    'Name;E-mail;Shoe\nAda King;ada@example.test;\nBob;bob@example.test;43\n',
  )
  expect(one).toMatchObject({
    state: 'uploaded',
    file_name: 'people.csv',
    rows: 2,
    done: 0,
    failed_mails: 0,
    finished_at: null,
  })
  expect(one.columns).toEqual([
    { header: 'Name', field: 'first_name', samples: ['Ada King', 'Bob'] },
    { header: 'E-mail', field: 'email', samples: ['ada@example.test', 'bob@example.test'] },
    { header: 'Shoe', field: 'ignore', samples: ['43'] },
  ])
  const two = await create(team, 'x@example.test\n', '')
  const list = (await t.call('imports.list', { token: team.admin.token })).body
  expect(list.map((other) => other.id)).toEqual([two.id, one.id])
  expect(two.file_name).toBe('list')
  expect(list[1]).toEqual(one)
})

test('an invalid upload is refused with a specific error', async () => {
  const team = await makeTeam(t)
  const send = async (file: Buffer) => (await upload(team, file)).codes
  expect(await send(Buffer.from(''))).toEqual(['file_unreadable'])
  expect(await send(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 4]))).toEqual([
    'file_unreadable',
  ])
  expect(await send(Buffer.alloc(20_971_521, 'a'))).toEqual(['file_too_large'])
  expect(await send(Buffer.from(`e-mail\n${'a@example.test\n'.repeat(100_001)}`))).toEqual([
    'out_of_range',
  ])
  expect((await t.call('imports.create', { token: team.admin.token })).codes).toEqual([
    'file_unreadable',
  ])
  expect((await t.call('imports.list', { token: team.admin.token })).body).toEqual([])
})

test('a preview returns every outcome and changes nobody', async () => {
  const team = await makeTeam(t)
  await makeMember(t, team.workspace_id, { email: 'there@example.test' })
  const long = 'x'.repeat(61)
  const { id, columns } = await create(
    team,
    [
      'email,first name,last name,hire date',
      'New@Example.test,New,One,2024-01-31',
      'there@example.test,There,Two,',
      'broken@,A,B,',
      ',Nobody,C,',
      'new@example.test,Again,D,',
      `long@example.test,${long},E,`,
      'date@example.test,F,G,31.02.2024',
      'short@example.test,H,I,3/4/2024',
    ].join('\n'),
  )
  const { body } = await preview(
    team,
    id,
    columns.map((column) => column.field),
  )
  expect(body.counts).toEqual({ invite: 2, update: 1, refused: 5 })
  expect(rowsOf(body)).toEqual([
    [4, 'broken@', 'refused', 'email_invalid'],
    [5, '', 'refused', 'required'],
    [6, 'new@example.test', 'refused', 'not_unique'],
    [7, 'long@example.test', 'refused', 'out_of_range'],
    [8, 'date@example.test', 'refused', 'wrong_format'],
    [2, 'new@example.test', 'invite', null],
    [3, 'there@example.test', 'update', null],
    [9, 'short@example.test', 'invite', null],
  ])
  expect((await t.call('users.list', { token: team.admin.token })).body.items).toHaveLength(2)
  expect(await get(team, id)).toMatchObject({ state: 'uploaded', done: 0 })
})

test('exactly one column must contain the address', async () => {
  const team = await makeTeam(t)
  const { id } = await create(team, 'a,b\nx@example.test,y@example.test\n')
  for (const columns of [
    ['ignore', 'ignore'],
    ['email', 'email'],
    ['first_name', 'last_name'],
  ])
    expect((await preview(team, id, columns)).errors[0]).toMatchObject({
      code: 'required',
      field: 'columns',
    })
  expect((await preview(team, id, ['email', 'ignore', 'ignore'])).codes).toEqual(['wrong_format'])
  expect((await preview(team, id, ['ignore', 'email'])).body.rows[0]?.email).toBe('y@example.test')
  expect(fieldsOf(await get(team, id))).toEqual(['ignore', 'email'])
})

test('an import invites, updates and refuses rows', async () => {
  const team = await makeTeam(t)
  const known = await makeMember(t, team.workspace_id, {
    email: 'known@example.test',
    first_name: 'Old',
    last_name: 'Name',
    permissions: { rewards_administrator: true },
  })
  await makeMember(t, team.workspace_id, { email: 'gone@example.test', state: 'deactivated' })
  const { id, columns } = await create(
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
  await preview(
    team,
    id,
    columns.map((column) => column.field),
  )
  expect((await start(team, id)).body).toMatchObject({ state: 'in_progress', done: 0 })
  expect(await run(team, id)).toBe(true)
  expect(await get(team, id)).toMatchObject({
    state: 'finished',
    rows: 5,
    done: 5,
    invited: 1,
    updated: 2,
    refused: 2,
    failed_mails: 0,
  })
  expect(await member(team, 'known@example.test')).toMatchObject({
    id: known.user_id,
    first_name: 'Renamed',
    last_name: 'Name',
    job_title: 'Chief',
    birth_date: '1990-05-04',
    state: 'accepted',
    permissions: { rewards_administrator: true },
  })
  expect(await member(team, 'gone@example.test')).toMatchObject({
    first_name: 'Gone',
    state: 'deactivated',
  })
  expect(await member(team, 'new@example.test')).toMatchObject({
    first_name: 'New',
    job_title: 'Maker',
    birth_date: '1991-12-13',
    state: 'pending',
  })
  t.mails.length = 0
  await processOutbox(t.services)
  expect(t.mails.map((mail) => mail.to)).toEqual(['new@example.test'])
  const token = /token=([\w-]+)/.exec(t.mails[0]?.text ?? '')?.[1] ?? ''
  expect((await t.call('auth.accept_invite', { body: { token } })).status).toBe(200)

  const file = await t.call('imports.refused', { token: team.admin.token, params: { id } })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(String(file.body)).toBe(
    [
      '\uFEFFe-mail,first name,last name,job title,birthday,Reason',
      `bad@,'=1+1,"Comma, inc",,,e-mail: This isn’t an email address`,
      'odd@example.test,O,D,,2020-02-31,birthday: We can’t read this date',
      '',
    ].join('\r\n'),
  )
  const left = await owner.query<{ line: number; cells: string[] }>(
    'select line, cells from import_rows where import_id = $1 order by line',
    [id],
  )
  expect(left.rows.map((row) => row.cells.length)).toEqual([0, 0, 0, 5, 5])
})

test('full names are split in the order that the header implies', async () => {
  const team = await makeTeam(t)
  const one = await create(
    team,
    'Full name,email\nAda King Noel,a1@example.test\n"King, Bea",a2@example.test\nCher,a3@example.test\n',
  )
  const two = await create(team, 'ФИО;Почта\nИванов Пётр Сергеевич;b1@example.test\n')
  for (const { id } of [one, two]) {
    await start(team, id)
    await run(team, id)
  }
  const names = await Promise.all(
    ['a1', 'a2', 'a3', 'b1'].map(async (name) => {
      const found = await member(team, `${name}@`)
      return [found?.first_name, found?.last_name]
    }),
  )
  expect(names).toEqual([
    ['Ada', 'King Noel'],
    ['Bea', 'King'],
    ['Cher', ''],
    ['Пётр', 'Иванов'],
  ])
})

test('the whole column decides the date order, then the language', async () => {
  const read = async (language: 'en' | 'ru', days: string[]) => {
    const team = await makeTeam(t)
    await owner.query('update settings set language = $1 where workspace_id = $2', [
      language,
      team.workspace_id,
    ])
    const { id } = await create(
      team,
      `email,birth date\n${days.map((day, n) => `d${n}@example.test,${day}`).join('\n')}`,
    )
    await start(team, id)
    await run(team, id)
    return Promise.all(days.map(async (_, n) => (await member(team, `d${n}@`))?.birth_date ?? null))
  }
  expect(await read('en', ['01/02/1990', '3/4/1991'])).toEqual(['1990-01-02', '1991-03-04'])
  expect(await read('ru', ['01/02/1990'])).toEqual(['1990-02-01'])
  expect(await read('en', ['01/02/1990', '25/12/1991'])).toEqual(['1990-02-01', '1991-12-25'])
  expect(await read('ru', ['01/02/1990', '12/25/1991'])).toEqual(['1990-01-02', '1991-12-25'])
  expect(await read('en', ['01.02.1990', '1990-02-03', '1990-02-03 00:00:00'])).toEqual([
    '1990-02-01',
    '1990-02-03',
    '1990-02-03',
  ])
})

test('one import of a team runs at a time', async () => {
  const team = await makeTeam(t)
  const [one, two] = [await create(team, 'o1@example.test'), await create(team, 'o2@example.test')]
  const answers = await Promise.all([start(team, one.id), start(team, one.id), start(team, two.id)])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const running = (await t.call('imports.list', { token: team.admin.token })).body.filter(
    (other) => other.state === 'in_progress',
  )
  expect(running).toHaveLength(1)
  await run(team, running[0]?.id ?? '')
  const other = running[0]?.id === one.id ? two : one
  expect((await start(team, running[0]?.id ?? '')).codes).toEqual(['conflict'])
  expect((await preview(team, running[0]?.id ?? '', ['email'])).codes).toEqual(['conflict'])
  expect((await start(team, other.id)).status).toBe(200)
})

test('two workers on one import process each row once', async () => {
  const team = await makeTeam(t)
  const { id } = await create(
    team,
    Array.from({ length: 1_700 }, (_, n) => `w${n}@example.test`).join('\n'),
  )
  await start(team, id)
  await Promise.all([run(team, id), run(team, id)])
  expect(await get(team, id)).toMatchObject({ state: 'finished', done: 1_700, invited: 1_700 })
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from outbox where import_id = $1',
    [id],
  )
  expect(rows[0]?.n).toBe(1_700)
})

test('a canceled import stops and erases its personal data', async () => {
  const team = await makeTeam(t)
  const { id } = await create(
    team,
    Array.from({ length: 1_200 }, (_, n) => `c${n}@example.test`).join('\n'),
  )
  const cancel = () => t.call('imports.cancel', { token: team.admin.token, params: { id } })
  await start(team, id)
  let batches = 0
  expect(
    await runImport(
      t.services,
      { workspace_id: team.workspace_id, import_id: id },
      () => (batches += 1) > 1,
    ),
  ).toBe(false)
  expect((await cancel()).body).toMatchObject({ state: 'canceled', done: 500, invited: 500 })
  expect(await run(team, id)).toBe(true)
  expect(await get(team, id)).toMatchObject({ state: 'canceled', done: 500 })
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
  const { id } = await create(team, 'f1@example.test\nf2@example.test\n')
  await start(team, id)
  await run(team, id)
  t.failMail.value = true
  for (let n = 0; n < 10; n += 1) {
    await processOutbox(t.services)
    t.clock.advance(3_600_000)
  }
  t.failMail.value = false
  expect(await get(team, id)).toMatchObject({ state: 'finished', failed_mails: 2 })
})

test('the audit log records start and cancellation without addresses', async () => {
  const team = await makeTeam(t)
  const { id } = await create(team, 'audit@example.test')
  await start(team, id)
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

test('an upload left for a week is deleted at the next upload', async () => {
  const team = await makeTeam(t)
  const { id } = await create(team, 'left@example.test')
  t.clock.advance(7 * 86_400_000 + 1)
  await create(team, 'next@example.test')
  expect((await t.call('imports.get', { token: team.admin.token, params: { id } })).status).toBe(
    404,
  )
})

test('an import of 100,000 people invites each person once', async () => {
  const team = await makeTeam(t)
  const lines = Array.from(
    { length: 100_000 },
    (_, n) =>
      `person${n}@big.example.test,Först${n},Läst${n},Job ${n % 90},${1950 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`,
  )
  const times: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    times[name] = Math.round(performance.now() - from)
    return result
  }
  const one = await timed('create', () =>
    create(team, `email,first name,last name,job title,birth date\n${lines.join('\n')}`),
  )
  expect(one.rows).toBe(100_000)
  expect((await timed('preview', () => preview(team, one.id, fieldsOf(one)))).body.counts).toEqual({
    invite: 100_000,
    update: 0,
    refused: 0,
  })
  await start(team, one.id)
  await timed('run', () => run(team, one.id))
  process.stdout.write(`100,000 people: ${JSON.stringify(times)} ms\n`)
  expect(await get(team, one.id)).toMatchObject({
    state: 'finished',
    done: 100_000,
    invited: 100_000,
  })
  const { rows } = await owner.query<{ mails: number; invites: number }>(
    `select (select count(*)::int from outbox where import_id = $1) as mails,
    (select count(*)::int from invites where workspace_id = $2) as invites`,
    [one.id, team.workspace_id],
  )
  expect(rows[0]).toEqual({ mails: 100_000, invites: 100_000 })
}, 300_000)
