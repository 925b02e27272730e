import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserImport } from '#contract/schemas/imports.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import {
  uploadList,
  createListImport,
  listReviewedRows,
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

const fieldsOf = (one: UserImport) => one.columns.map((column) => column.field)

test('an upload guesses columns and returns samples', async () => {
  const team = await makeTeam(t)
  const one = await createListImport(
    t,
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
    { header: 'Name', field: 'full_name', samples: ['Ada King', 'Bob'] },
    { header: 'E-mail', field: 'email', samples: ['ada@example.test', 'bob@example.test'] },
    { header: 'Shoe', field: 'ignore', samples: ['43'] },
  ])
  const two = await createListImport(t, team, 'x@example.test\n', '')
  const list = (await t.call('imports.list', { token: team.admin.token })).body
  expect(list.map((other) => other.id)).toEqual([two.id, one.id])
  expect(two.file_name).toBe('list')
  expect(list[1]).toEqual(one)
})

test('an invalid upload is refused with a specific error', async () => {
  const team = await makeTeam(t)
  const send = async (file: Buffer) => (await uploadList(t, team, file)).codes
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
  const { id } = await createListImport(
    t,
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
  const { body } = await previewListImport(t, team, id, [
    'email',
    'first_name',
    'last_name',
    'hire_date',
  ])
  expect(body.counts).toEqual({
    invite: 4,
    update: 1,
    refused: 3,
    deactivate: 0,
    ignore: 0,
    warned: 2,
  })
  expect(await listReviewedRows(t, team, id)).toEqual([
    [4, 'broken@', 'refused', 'email_invalid'],
    [5, '', 'refused', 'required'],
    [6, 'new@example.test', 'refused', 'not_unique'],
    [2, 'new@example.test', 'invite'],
    [7, 'long@example.test', 'invite', 'out_of_range'],
    [8, 'date@example.test', 'invite', 'wrong_format'],
    [9, 'short@example.test', 'invite'],
    [3, 'there@example.test', 'update'],
  ])
  expect((await t.call('users.list', { token: team.admin.token })).body.items).toHaveLength(2)
  expect(await loadListImport(t, team, id)).toMatchObject({ state: 'uploaded', done: 0 })
})

test('exactly one column must contain the address', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'a,b\nx@example.test,y@example.test\n')
  for (const columns of [
    ['ignore', 'ignore'],
    ['email', 'email'],
    ['first_name', 'last_name'],
  ])
    expect((await previewListImport(t, team, id, columns)).errors[0]).toMatchObject({
      code: 'required',
      field: 'columns',
    })
  expect((await previewListImport(t, team, id, ['email', 'ignore', 'ignore'])).codes).toEqual([
    'wrong_format',
  ])
  await previewListImport(t, team, id, ['ignore', 'email'])
  expect(await listReviewedRows(t, team, id)).toEqual([[2, 'y@example.test', 'invite']])
  expect(fieldsOf(await loadListImport(t, team, id))).toEqual(['ignore', 'email'])
})

test('full names are split in the order that the header implies', async () => {
  const team = await makeTeam(t)
  const one = await createListImport(
    t,
    team,
    'Full name,email\nAda King Noel,a1@example.test\n"King, Bea",a2@example.test\nCher,a3@example.test\n',
  )
  const two = await createListImport(t, team, 'ФИО;Почта\nИванов Пётр Сергеевич;b1@example.test\n')
  for (const { id } of [one, two]) {
    await startListImport(t, team, id)
    await runImportNow(t, team, id)
  }
  const names = await Promise.all(
    ['a1', 'a2', 'a3', 'b1'].map(async (name) => {
      const found = await findMember(t, team, `${name}@`)
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

test('the date order follows the whole column, then the language', async () => {
  const read = async (language: 'en' | 'ru', days: string[]) => {
    const team = await makeTeam(t)
    await owner.query('update settings set language = $1 where workspace_id = $2', [
      language,
      team.workspace_id,
    ])
    const { id } = await createListImport(
      t,
      team,
      `email,birth date\n${days.map((day, n) => `d${n}@example.test,${day}`).join('\n')}`,
    )
    await startListImport(t, team, id)
    await runImportNow(t, team, id)
    return Promise.all(
      days.map(async (_, n) => (await findMember(t, team, `d${n}@`))?.birth_date ?? null),
    )
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

test('a preview that a later one overtakes leaves its order of dates', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'Email,Birthday\na@list.test,01/02/1990')
  beforeTransaction(t.services, 2, async () => {
    const later = await previewListImport(t, team, id, ['email', 'birth_date'], {
      birth_date: 'mdy',
    })
    expect(later.status).toBe(200)
  })
  const first = await previewListImport(t, team, id, ['email', 'birth_date'], { birth_date: 'dmy' })
  expect([first.status, first.codes]).toEqual([409, ['conflict']])
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  const member = await findMember(t, team, 'a@list.test')
  const { body } = await t.call('users.get', {
    token: team.admin.token,
    params: { id: member?.id ?? '' },
  })
  expect(body.birth_date).toBe('1990-01-02')
})
