import { expect, test } from 'vitest'
import type { UserImport } from '#contract/schemas/imports.ts'
import type { Permissions } from '#contract/permissions.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { runImport } from './worker.ts'

/** An import cannot change a member that its uploader could not change by hand. */
const t = setupTestApp()

const upload = async (by: Member, text: string): Promise<UserImport> =>
  (
    await t.call('imports.create', {
      token: by.token,
      body: buildFormData({}, Buffer.from(text), 'people.csv'),
    })
  ).body
const preview = (by: Member, one: UserImport) =>
  t.call('imports.preview', {
    token: by.token,
    params: { id: one.id },
    body: { columns: one.columns.map((column) => column.field) },
  })
const start = (by: Member, id: string) =>
  t.call('imports.start', { token: by.token, params: { id } })
const run = (by: Member, id: string) =>
  runImport(t.services, { workspace_id: by.workspace_id, import_id: id })
const get = async (by: Member, id: string) =>
  (await t.call('imports.get', { token: by.token, params: { id } })).body
/** Returns the addresses of refused rows with their reasons. */
const listProblems = async (by: Member, id: string) =>
  (
    await t.call('imports.rows', { token: by.token, params: { id }, query: { view: 'problems' } })
  ).body.rows.map((row) => ({ email: row.email, code: row.problems[0]?.code }))
let count = 0

async function setUpTeam() {
  const host = `company${(count += 1)}.test`
  const list = `email,first name,job title\nowner@${host},Renamed,Fool\nrewards@${host},Renamed,Fool\nplain@${host},Renamed,Maker\nnew@${host},New,Maker\n`
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  const of = (name: string, permissions?: Partial<Permissions>) =>
    makeMember(t, workspaceId, {
      email: `${name}@${host}`,
      first_name: name,
      ...(permissions ? { permissions } : {}),
    })
  const cast = {
    admin,
    manager: await makeMember(t, workspaceId, { permissions: { global_administrator: true } }),
    owner: await of('owner', { account_administrator: true }),
    rewards: await of('rewards', { rewards_administrator: true }),
    plain: await of('plain'),
  }
  const names = async () =>
    Promise.all(
      [cast.owner, cast.rewards, cast.plain].map(
        async (one) =>
          (await t.call('users.get', { token: admin.token, params: { id: one.user_id } })).body
            .first_name,
      ),
    )
  return { ...cast, names, list, host }
}

test('rows of members with more permissions are refused', async () => {
  const { manager, names, list, host } = await setUpTeam()
  const one = await upload(manager, list)
  const { body } = await preview(manager, one)
  expect(body.counts).toEqual({
    invite: 1,
    update: 1,
    refused: 2,
    deactivate: 0,
    ignore: 0,
    warned: 0,
  })
  expect((await listProblems(manager, one.id)).map((row) => [row.email, row.code])).toEqual([
    [`owner@${host}`, 'forbidden'],
    [`rewards@${host}`, 'forbidden'],
  ])
  await start(manager, one.id)
  await run(manager, one.id)
  expect(await get(manager, one.id)).toMatchObject({
    state: 'finished',
    invited: 1,
    updated: 1,
    refused: 2,
  })
  expect(await names()).toEqual(['owner', 'rewards', 'Renamed'])
  const file = String(
    (await t.call('imports.refused', { token: manager.token, params: { id: one.id } })).body,
  ).split('\r\n')
  expect(file[1]).toBe(`owner@${host},Renamed,Fool,This person has permissions you don’t have`)
})

test('an account administrator updates every member by import', async () => {
  const { admin, names, list } = await setUpTeam()
  const one = await upload(admin, list)
  await start(admin, one.id)
  await run(admin, one.id)
  expect(await get(admin, one.id)).toMatchObject({
    state: 'finished',
    invited: 1,
    updated: 3,
    refused: 0,
  })
  expect(await names()).toEqual(['Renamed', 'Renamed', 'Renamed'])
})

test('an import stops when its uploader no longer manages the team', async () => {
  const { admin, manager, names, list } = await setUpTeam()
  const one = await upload(manager, list)
  await start(manager, one.id)
  await t.call('users.update', {
    token: admin.token,
    params: { id: manager.user_id },
    body: { state: 'deactivated' },
  })
  expect(await run(manager, one.id)).toBe(true)
  expect(await get(admin, one.id)).toMatchObject({ state: 'failed', done: 0 })
  expect(await names()).toEqual(['owner', 'rewards', 'plain'])
})

test('a corrected address of a member with more permissions stays refused', async () => {
  const { manager, host } = await setUpTeam()
  const one = await upload(manager, `email,first name\nbroken@,Renamed\nplain@${host},Renamed\n`)
  await preview(manager, one)
  const edit = (value: string) =>
    t.call('imports.edit_row', {
      token: manager.token,
      params: { id: one.id },
      body: { line: 2, field: 'email', value },
    })
  expect((await edit(`owner@${host}`)).body).toMatchObject({
    outcome: 'refused',
    problems: [{ field: 'email', code: 'forbidden' }],
  })
  expect((await edit(`other@${host}`)).body).toMatchObject({ outcome: 'invite', problems: [] })
})

test('names with invisible characters or web addresses stay empty', async () => {
  const { admin } = await makeTeam(t)
  const one = await upload(
    admin,
    'email,first name,last name,job title\na@line.test,"Ann\nCall now",Bo,\nb@line.test,http://evil.example,Bo,\nc@line.test,Ann,www.evil.example,\nd@line.test,Ann,Bo,Maker\u202e\ne@line.test,Ann,Bo,Maker\n',
  )
  await start(admin, one.id)
  await run(admin, one.id)
  expect(await get(admin, one.id)).toMatchObject({ invited: 5, refused: 0, warned: 4 })
  const people = (
    await t.call('users.list', { token: admin.token, query: { search: '@line.test', limit: 10 } })
  ).body.items.map((person) => `${person.first_name}/${person.last_name}/${person.job_title}`)
  expect(new Set(people)).toEqual(new Set(['/Bo/', 'Ann//', 'Ann/Bo/', 'Ann/Bo/Maker']))
  const full = await upload(admin, 'email,full name\nf@line.test,http://evil.example/claim Now\n')
  await t.call('imports.preview', {
    token: admin.token,
    params: { id: full.id },
    body: { columns: ['email', 'full_name'] },
  })
  const { rows } = (
    await t.call('imports.rows', {
      token: admin.token,
      params: { id: full.id },
      query: { view: 'warnings' },
    })
  ).body
  expect(rows[0]).toMatchObject({
    first_name: '',
    last_name: '',
    problems: [{ code: 'name_link' }],
  })
  const file = String(
    (await t.call('imports.refused', { token: admin.token, params: { id: one.id } })).body,
  )
  expect(file).toContain(
    'b@line.test,http://evil.example,Bo,,first name: A name can’t contain a web address',
  )
  expect(file).toContain('job title: This text contains line breaks or invisible characters')
})
