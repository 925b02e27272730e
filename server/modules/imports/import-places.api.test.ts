import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/routes/index.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  editListRow,
  findMember,
  loadListImport,
  previewListImport,
  runImportNow,
} from '#tests/support/user-imports.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
const columns: ImportField[] = ['email', 'manager', 'department', 'employee_number', 'country']
const header = 'Email,Manager,Department,Employee number,Country'

/** Creates an import of these rows and returns its id and the answer of the dry run. */
async function preview(team: Team, ...rows: string[]) {
  const { id } = await createListImport(t, team, [header, ...rows].join('\n'))
  return { id, body: (await previewListImport(t, team, id, columns)).body }
}
async function run(team: Team, id: string, body: Partial<BodyOf<'imports.start'>> = {}) {
  await t.call('imports.start', {
    token: team.admin.token,
    params: { id },
    body: { invitations: { when: 'later' }, create_groups: true, ...body },
  })
  expect(await runImportNow(t, team, id)).toBe(true)
}
/** Returns the place of a person in the organization, with names instead of ids. */
async function placeOf(team: Team, email: string) {
  const member = await findMember(t, team, email)
  if (!member) throw new Error('member missing')
  const { organization } = member
  const { manager, groups, employee_number: employeeNumber, country } = organization
  return [manager?.name ?? null, groups.map(({ name }) => name), employeeNumber, country]
}
const problems = async (team: Team, id: string) =>
  (
    await t.call('imports.rows', {
      token: team.admin.token,
      params: { id },
      query: { view: 'warnings' },
    })
  ).body.rows.map((row) => [row.email, ...row.problems.map(({ field, code }) => [field, code])])

test('columns of the organization are guessed from header and cells', async () => {
  const team = await makeTeam(t)
  const list = await createListImport(
    t,
    team,
    [
      'Email,Line manager,Dept,Office location,Employee ID,Country,Time zone,Cost centre',
      'a@list.test,b@list.test,Support,Berlin,E-1,Germany,Europe/Berlin,CC 1',
      'b@list.test,,Support,Lisbon,E-2,PT,Europe/Lisbon,CC 2',
    ].join('\n'),
  )
  expect(list.columns.map(({ field }) => field)).toEqual([
    'email',
    'manager',
    'department',
    'location',
    'employee_number',
    'country',
    'timezone',
    'cost_center',
  ])
})

test('managers are linked in any order, by address and by employee number', async () => {
  const team = await makeTeam(t)
  const { id, body } = await preview(
    team,
    'a@list.test,E-2,Support,E-1,Germany',
    'b@list.test,C@list.test,support,E-2,de',
    'c@list.test,,Sales,E-3,',
  )
  expect(body).toMatchObject({
    counts: { invite: 3, warned: 0, refused: 0 },
    new_groups: { names: ['Support', 'Sales'], total: 2 },
  })
  await run(team, id)
  expect([
    await placeOf(team, 'a@list.test'),
    await placeOf(team, 'b@list.test'),
    await placeOf(team, 'c@list.test'),
  ]).toEqual([
    ['b', ['Support'], 'E-1', 'DE'],
    ['c', ['Support'], 'E-2', 'DE'],
    [null, ['Sales'], 'E-3', null],
  ])
})

test('an unknown manager is a warning and is linked once they arrive', async () => {
  const team = await makeTeam(t)
  const { id } = await preview(team, 'a@list.test,boss@list.test,,,')
  expect(await problems(team, id)).toEqual([['a@list.test', ['manager', 'user_not_found']]])
  await run(team, id)
  expect(await placeOf(team, 'a@list.test')).toEqual([null, [], '', null])
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: 'boss@list.test', first_name: 'Bo', last_name: 'Reed' }] },
  })
  expect(await placeOf(team, 'a@list.test')).toEqual(['Bo Reed', [], '', null])
})

test('a corrected row keeps warnings about its manager and its number', async () => {
  const team = await makeTeam(t)
  const { id } = await preview(
    team,
    'a@list.test,bos@list.test,,E-1,Nowhere',
    'b@list.test,,,E-1,',
    'c@list.test,E-1,,E-3,',
  )
  const edit = (line: number, field: 'country' | 'manager' | 'employee_number', value: string) =>
    editListRow(t, team, id, { line, field, value })
  await edit(2, 'country', 'DE')
  await edit(3, 'country', 'DE')
  expect(await problems(team, id)).toEqual([
    ['a@list.test', ['manager', 'user_not_found']],
    ['b@list.test', ['employee_number', 'not_unique']],
  ])
  await edit(2, 'manager', 'boss@list.test')
  await edit(3, 'employee_number', 'E-2')
  await edit(4, 'employee_number', 'e-2')
  expect(await problems(team, id)).toEqual([
    ['a@list.test', ['manager', 'user_not_found']],
    ['c@list.test', ['employee_number', 'not_unique']],
  ])
  await edit(4, 'employee_number', 'E-3')
  await edit(2, 'manager', 'C@list.test')
  await edit(3, 'manager', 'e-3')
  await edit(4, 'manager', team.admin.email)
  expect(await problems(team, id)).toEqual([])
})

test('the downloaded file names problems with managers and employee numbers', async () => {
  const team = await makeTeam(t)
  const { id } = await preview(
    team,
    'a@list.test,boss@list.test,,E-1,',
    'b@list.test,,,E-1,',
    'b@list.test,,,E-2,',
  )
  await run(team, id)
  const call = { token: team.admin.token, params: { id } }
  expect(
    String((await t.call('imports.refused', call)).body)
      .split('\r\n')
      .slice(1),
  ).toEqual([
    'a@list.test,boss@list.test,,E-1,,' +
      'Manager: “boss@list.test” isn’t here yet. We’ll link them as soon as they join',
    'b@list.test,,,E-1,,Employee number: Someone else has this employee number',
    'b@list.test,,,E-2,,Email: Duplicate email',
    '',
  ])
})

test('a waiting manager is linked by a corrected address and by an employee number', async () => {
  const team = await makeTeam(t)
  const { id } = await preview(
    team,
    'c@list.test,new@list.test,,,',
    'd@list.test,E-77,,,',
    'typo@list.test,,,,',
  )
  await run(team, id)
  const boss = await findMember(t, team, 'typo@list.test')
  const change = (body: object) =>
    t.call('users.update', { token: team.admin.token, params: { id: boss?.id ?? '' }, body })
  await change({ email: 'new@list.test', first_name: 'Bo', last_name: 'Reed' })
  expect((await placeOf(team, 'c@list.test'))[0]).toBe('Bo Reed')
  await change({ organization: { employee_number: 'e-77' } })
  expect((await placeOf(team, 'd@list.test'))[0]).toBe('Bo Reed')
})

test('a circle in the file costs one link, not the people', async () => {
  const team = await makeTeam(t)
  const { id } = await preview(
    team,
    'a@list.test,b@list.test,,,',
    'b@list.test,c@list.test,,,',
    'c@list.test,a@list.test,,,',
  )
  await run(team, id)
  const managers = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await placeOf(team, `${name}@list.test`))[0]),
  )
  expect(managers.filter(Boolean)).toHaveLength(2)
  expect(await loadListImport(t, team, id)).toMatchObject({ invited: 3, refused: 0, warned: 1 })
})

test.each([
  ['E-1', 'e-1'],
  ['ΑΣ', 'ΑΣ'],
])('an employee number that someone else has is left out: %s, %s', async (number, inFile) => {
  const team = await makeTeam(t)
  const known = await makeMember(t, team.workspace_id)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: known.user_id },
    body: { organization: { employee_number: number } },
  })
  const { id } = await preview(
    team,
    `a@list.test,,,${inFile},`,
    'b@list.test,,,E-2,Atlantis',
    'c@list.test,,,E-2,',
  )
  expect(await problems(team, id)).toEqual([
    ['a@list.test', ['employee_number', 'not_unique']],
    ['b@list.test', ['country', 'wrong_format']],
    ['c@list.test', ['employee_number', 'not_unique']],
  ])
  await run(team, id)
  expect(await placeOf(team, 'a@list.test')).toEqual([null, [], '', null])
  expect(await placeOf(team, 'b@list.test')).toEqual([null, [], 'E-2', null])
})

test('without consent new departments are not created', async () => {
  const team = await makeTeam(t)
  await t.call('groups.create', {
    token: team.admin.token,
    body: { kind: 'department', name: 'Support' },
  })
  const { id, body } = await preview(team, 'a@list.test,,SUPPORT,,', 'b@list.test,,Sales,,')
  expect(body.new_groups).toEqual({ names: ['Sales'], total: 1 })
  await run(team, id, { create_groups: false })
  expect((await placeOf(team, 'a@list.test'))[1]).toEqual(['Support'])
  expect((await placeOf(team, 'b@list.test'))[1]).toEqual([])
})

/** Lets another system keep fields of a person. */
const keepFields = (team: Team, { user_id: id }: Member, sources: object, columns: object = {}) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ ...columns, field_sources: JSON.stringify(sources) })
      .where('id', '=', id)
      .execute(),
  )

test('fields of another system stay as they are', async () => {
  const team = await makeTeam(t)
  const known = await makeMember(t, team.workspace_id, { email: 'kept@list.test' })
  const first = await preview(team, 'kept@list.test,,Support,,')
  await run(team, first.id)
  await keepFields(team, known, { country: 'scim', manager_id: 'sync', department_id: 'scim' })
  const { id } = await preview(
    team,
    'kept@list.test,boss2@list.test,Sales,E-9,DE',
    'boss2@list.test,,Sales,,',
  )
  await run(team, id)
  expect(await placeOf(team, 'kept@list.test')).toEqual([null, ['Support'], 'E-9', null])
  expect(await placeOf(team, 'boss2@list.test')).toEqual([null, ['Sales'], '', null])
})

test('no link closes a circle with the manager of another system', async () => {
  const team = await makeTeam(t)
  const ann = await makeMember(t, team.workspace_id, { email: 'ann@list.test' })
  const bob = await makeMember(t, team.workspace_id, { email: 'bob@list.test' })
  await keepFields(team, ann, { manager_id: 'scim' }, { manager_id: bob.user_id })
  const { id } = await preview(
    team,
    'ann@list.test,cem@list.test,,,',
    'bob@list.test,ann@list.test,,,',
    'cem@list.test,,,,',
  )
  await run(team, id)
  expect((await placeOf(team, 'bob@list.test'))[0]).toBeNull()
})

test.each(['İstanbul', 'ΑΘΗΝΑΣ'])(
  'a second import finds the department %s of the first one',
  async (name) => {
    const team = await makeTeam(t)
    const first = await preview(team, `ann@list.test,,${name},,`)
    expect(first.body.new_groups.names).toEqual([name])
    await run(team, first.id)
    const second = await preview(team, `bea@list.test,,${name},,`)
    expect(second.body.new_groups.names).toEqual([])
    await run(team, second.id)
    expect((await placeOf(team, 'bea@list.test'))[1]).toEqual([name])
  },
)

test('spellings that PostgreSQL takes for one name become one department', async () => {
  const team = await makeTeam(t)
  const { id, body } = await preview(
    team,
    'ann@list.test,,İstanbul,,',
    'bea@list.test,,Istanbul,,',
    'cem@list.test,,ISTANBUL,,',
  )
  expect(body.new_groups.names).toEqual(['İstanbul'])
  await run(team, id)
  for (const email of ['ann@list.test', 'bea@list.test', 'cem@list.test'])
    expect((await placeOf(team, email))[1]).toEqual(['İstanbul'])
})
