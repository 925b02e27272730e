import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import type { ImportField } from '#contract/schemas/imports.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  createListImport,
  findMember,
  previewListImport,
  runImportNow,
} from '#tests/support/user-imports.ts'

const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
let team: Team
let days: string
beforeEach(async () => {
  team = await makeTeam(t)
  const { body } = await t.call('attributes.create', {
    token: team.admin.token,
    body: { name: 'Office days', kind: 'list', options: ['Monday', 'Friday'] },
  })
  days = body.id
})
const columns = (): ImportField[] => ['email', `attribute:${days}`]
const upload = (...rows: string[]) =>
  createListImport(t, team, ['Email,Office days', ...rows].join('\n'))

/** Runs an import of these rows, as its columns are recognized. */
async function runRows(...rows: string[]): Promise<void> {
  const { id } = await upload(...rows)
  await previewListImport(t, team, id, columns())
  const input = { token: team.admin.token, params: { id } }
  await t.call('imports.start', { ...input, body: { invitations: { when: 'later' } } })
  expect(await runImportNow(t, team, id)).toBe(true)
}
/** Returns the attributes of a person as "name: value". */
const valuesOf = async (email: string) =>
  (await findMember(t, team, email))?.organization.attributes.map(
    ({ name, value }) => `${name}: ${value}`,
  )

test('a column with the name of an attribute is recognized before others', async () => {
  const list = await createListImport(
    t,
    team,
    'Email, OFFICE DAYS ,Office\na@list.test,Monday,Berlin',
  )
  expect(list.columns.map(({ field }) => field)).toEqual([...columns(), 'location'])
  const { body } = await t.call('imports.columns', {
    token: team.admin.token,
    params: { id: list.id },
    query: {},
  })
  expect(body[1]).toEqual({ filled: 1, readable: 1, date_order: null, unreadable: [] })
})

test('values take the spelling of their option, and others are a warning', async () => {
  const rows = ['a@list.test,friDAY', 'b@list.test,Sunday', 'c@list.test,']
  const { id } = await upload(...rows)
  const { body } = await previewListImport(t, team, id, columns())
  expect(body.counts).toMatchObject({ invite: 3, warned: 1 })
  const review = await t.call('imports.rows', {
    token: team.admin.token,
    params: { id },
    query: { view: 'invite' },
  })
  expect(review.body.rows.map((row) => [row.attributes, row.problems])).toEqual([
    [[{ attribute_id: days, value: 'Friday' }], []],
    [[], [{ field: `attribute:${days}`, code: 'wrong_format', value: 'Sunday', chars_max: null }]],
    [[], []],
  ])
  await runRows(...rows)
  expect([await valuesOf('a@list.test'), await valuesOf('b@list.test')]).toEqual([
    ['Office days: Friday'],
    [],
  ])
})

test('a corrected cell is an option, and the refused file names the reason', async () => {
  const { id } = await upload('a@list.test,Sunday', 'b@list.test,Caturday')
  await previewListImport(t, team, id, columns())
  const input = { token: team.admin.token, params: { id } }
  const { body } = await t.call('imports.edit_row', {
    ...input,
    body: { line: 2, field: `attribute:${days}`, value: 'monday' },
  })
  expect(body).toMatchObject({ attributes: [{ value: 'Monday' }], problems: [] })
  await t.call('imports.start', { ...input, body: { invitations: { when: 'later' } } })
  await runImportNow(t, team, id)
  const file = await t.call('imports.refused', input)
  expect(String(file.body)).toContain('Office days: “Caturday” isn’t an option of this list')
  expect(String(file.body)).not.toContain('a@list.test')
})

test('empty cells and values of another system stay, and rules follow the others', async () => {
  const [kept, empty, changed] = [
    await makeMember(t, team.workspace_id, { email: 'kept@list.test' }),
    await makeMember(t, team.workspace_id, { email: 'empty@list.test' }),
    await makeMember(t, team.workspace_id, { email: 'changed@list.test' }),
  ]
  const set = (id: string) =>
    t.call('users.update', {
      token: team.admin.token,
      params: { id },
      body: { organization: { attributes: [{ attribute_id: days, value: 'Monday' }] } },
    })
  for (const { user_id: id } of [kept, empty, changed]) await set(id)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ [`attribute:${days}`]: 'sync' }) })
      .where('id', '=', kept.user_id)
      .execute(),
  )
  const group = await t.call('groups.create', {
    token: team.admin.token,
    body: {
      kind: 'team',
      name: 'Friday lunch',
      rule: [{ field: 'attribute', attribute_id: days, values: ['Friday'] }],
    },
  })
  await runRows(
    'kept@list.test,Friday',
    'empty@list.test,',
    'changed@list.test,Friday',
    'new@list.test,Friday',
  )
  const emails = ['kept', 'empty', 'changed', 'new'].map((name) => `${name}@list.test`)
  expect(await Promise.all(emails.map(valuesOf))).toEqual([
    ['Office days: Monday'],
    ['Office days: Monday'],
    ['Office days: Friday'],
    ['Office days: Friday'],
  ])
  const members = await t.call('groups.get', {
    token: team.admin.token,
    params: { id: group.body.id },
  })
  expect(members.body.members).toBe(2)
})

test('a column of an unknown attribute is refused', async () => {
  const { id } = await upload('a@list.test,Monday')
  const input = { token: team.admin.token, params: { id: days } }
  await t.call('attributes.delete', input)
  await expectError(
    t.call('imports.preview', { ...input, params: { id }, body: { columns: columns() } }),
    422,
    'wrong_format',
    'columns',
  )
})

test('exported attributes are read again by an import', async () => {
  await runRows('a@list.test,Friday')
  const { body } = await t.call('users.csv', { token: team.admin.token })
  const [header = [], ...rows] = parse(String(body))
  const column = header.indexOf('Office days')
  expect(rows.map((row) => row[column])).toContain('Friday')
  const again = await createListImport(t, team, String(body))
  expect(again.columns[column]?.field).toBe(`attribute:${days}`)
})
