import { expect, test } from 'vitest'
import { sandboxes } from '#server/platform/sandbox/sandbox.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { peopleSheetXml, buildWorkbook } from '#tests/support/xlsx-files.ts'
import { runImport } from './worker.ts'

/** Hostile uploads through the API: no crash, bounded memory, and no delay for other workspaces. */
const t = setupTestApp()
const upload = (team: Team, file: Buffer, name = 'people.xlsx') =>
  t.call('imports.create', { token: team.admin.token, body: buildFormData({}, file, name) })
const listSandboxLoad = () => sandboxes.find((one) => one.name === 'list')?.load()
const cell = (reference: string) =>
  buildWorkbook(peopleSheetXml(`<row r="2"><c r="${reference}"><v>1</v></c></row>`))

test('a spreadsheet with distant cells is refused without a crash', async () => {
  const team = await makeTeam(t)
  const before = process.memoryUsage().rss
  for (const [reference, code] of [
    ['ZZZZZZZ2', 'file_unreadable'],
    [`${'A'.repeat(10_000)}2`, 'file_unreadable'],
    ['XFD1048576', 'out_of_range'],
    ['XFD2', 'out_of_range'],
  ] as const) {
    const { status, codes } = await upload(team, cell(reference))
    expect([reference.slice(0, 20), status, codes]).toEqual([reference.slice(0, 20), 422, [code]])
    expect((await t.call('config.get', { token: team.admin.token })).status).toBe(200)
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  expect((await upload(team, Buffer.from('email\nada@example.test'), 'people.csv')).status).toBe(
    200,
  )
  expect(listSandboxLoad()).toEqual({ running: 0, waiting: 0 })
})

test('slow lists of one workspace do not delay another workspace', async () => {
  const [busy, other] = [await makeTeam(t), await makeTeam(t)]
  // Empty lines take the longest to parse.
  const slow = Buffer.alloc(300_000, '\n')
  const running = Promise.all(Array.from({ length: 6 }, () => upload(busy, slow, 'slow.csv')))
  while (!listSandboxLoad()?.running)
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  const { status, body } = await upload(other, Buffer.from('email\nada@example.test'), 'people.csv')
  expect([status, body.rows]).toEqual([200, 1])
  const answers = await running
  expect(
    answers.map((answer) => answer.codes[0] ?? '').toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([
    'file_unreadable',
    'file_unreadable',
    'file_unreadable',
    'too_many',
    'too_many',
    'too_many',
  ])
  const refused = answers.find((answer) => answer.status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(listSandboxLoad()).toEqual({ running: 0, waiting: 0 })
})

test('importing our own team export changes nobody', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const strange = [
    '=1+1',
    '+34 600 000 000',
    '-5',
    "'=x",
    'Ann; =B',
    ';-)',
    "D'Arcy",
    '@home',
    'Комма, а',
  ]
  for (const [n, firstName] of strange.entries())
    await makeMember(t, team.workspace_id, {
      first_name: firstName,
      last_name: `Nr ${n}`,
      email: `m${n}@example.test`,
    })
  const names = async () =>
    (await t.call('users.list', { token, query: { limit: 50 } })).body.items
      .map((user) => [user.email, user.first_name, user.last_name, user.job_title])
      .toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''))
  const before = await names()
  const file = String((await t.call('users.csv', { token, query: { bom: 1 } })).body)
  const list = (await upload(team, Buffer.from(file), 'users.csv')).body
  const columns = list.columns.map((column) => column.field)
  expect(columns.slice(0, 3)).toEqual(['first_name', 'last_name', 'email'])
  await t.call('imports.preview', { token, params: { id: list.id }, body: { columns } })
  await t.call('imports.start', { token, params: { id: list.id } })
  await runImport(t.services, { workspace_id: team.workspace_id, import_id: list.id })
  expect((await t.call('imports.get', { token, params: { id: list.id } })).body).toMatchObject({
    state: 'finished',
    invited: 0,
    updated: strange.length + 1,
    refused: 0,
  })
  expect(await names()).toEqual(before)
})
