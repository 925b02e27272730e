import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { CellInput } from '#contract/schemas/imports.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  createListImport,
  editListRow,
  findMember,
  listReviewedRows,
  loadListImport,
  previewListImport,
  reviewListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'

// The daily invite limit has its own tests (server/modules/outbox/mail-budget.api.test.ts).
const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '200000' } }))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(() => owner?.end())

const fields = ['email', 'full_name', 'job_title', 'birth_date']
/** Uploads and previews a list with the columns Email, Name, Title and Birthday. */
async function reviewList(team: Team, rows: string[]): Promise<string> {
  const { id } = await createListImport(t, team, ['Email,Name,Title,Birthday', ...rows].join('\n'))
  await previewListImport(t, team, id, fields)
  return id
}

test('the review shows the parsed values and names each problem', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, [
    `a@list.test,"King, Ada",Engineer,12/31/1990`,
    `b@list.test,Bob Stone,${'x'.repeat(limits.job_title_chars_max + 1)},31.02.1990`,
    `broken@,Cleo Lake,Lead,not a date`,
  ])
  expect((await reviewListImport(t, team, id, { view: 'invite' })).rows).toMatchObject([
    {
      line: 2,
      email: 'a@list.test',
      first_name: 'Ada',
      last_name: 'King',
      job_title: 'Engineer',
      birth_date: '1990-12-31',
      outcome: 'invite',
      problems: [],
    },
    { line: 3, job_title: '', birth_date: null, outcome: 'invite' },
  ])
  const [warned] = (await reviewListImport(t, team, id, { view: 'warnings' })).rows
  expect(warned).toMatchObject({
    line: 3,
    problems: [
      { field: 'job_title', code: 'out_of_range', chars_max: limits.job_title_chars_max },
      { field: 'birth_date', code: 'wrong_format', value: '31.02.1990' },
    ],
  })
  expect(await reviewListImport(t, team, id, { view: 'problems' })).toMatchObject({
    counts: { invite: 2, update: 0, refused: 1, deactivate: 0, ignore: 0, warned: 1 },
    total: 1,
    rows: [
      {
        first_name: 'Cleo',
        problems: [
          { field: 'email', code: 'email_invalid', value: 'broken@' },
          { field: 'birth_date', code: 'wrong_format', value: 'not a date' },
        ],
      },
    ],
  })
})

test('a row with an invalid date or title is invited without it', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, [
    `bad@list.test,Ada King,${'x'.repeat(limits.job_title_chars_max + 1)},soon`,
  ])
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  expect(await loadListImport(t, team, id)).toMatchObject({ invited: 1, refused: 0, warned: 1 })
  expect(await findMember(t, team, 'bad@list.test')).toMatchObject({
    first_name: 'Ada',
    last_name: 'King',
    job_title: '',
    birth_date: null,
  })
})

test('a field with a warning keeps the old value of a member', async () => {
  const team = await makeTeam(t)
  await makeMember(t, team.workspace_id, { email: 'old@list.test', first_name: 'Ada' })
  const id = await reviewList(team, [`old@list.test,www.evil.example,Lead,1990-02-31`])
  expect(await listReviewedRows(t, team, id)).toEqual([
    [2, 'old@list.test', 'update', 'name_link', 'wrong_format'],
  ])
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  expect(await findMember(t, team, 'old@list.test')).toMatchObject({
    first_name: 'Ada',
    job_title: 'Lead',
  })
})

test('pages of the review have 50 rows in the order of the file', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(
    team,
    Array.from({ length: 120 }, (_, n) => `p${n}@list.test,,,`),
  )
  const page = async (number: number) =>
    (await reviewListImport(t, team, id, { view: 'invite', page: number })).rows.map(
      ({ line }) => line,
    )
  expect([(await page(0)).length, (await page(1))[0], (await page(2)).length]).toEqual([50, 52, 20])
  expect(await page(3)).toEqual([])
})

test('a corrected cell changes the outcome and is imported', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, [`broken@,Ada King,Lead,31.02.1990`])
  expect(
    (await editListRow(t, team, id, { line: 2, field: 'email', value: ' A@List.test ' })).body,
  ).toMatchObject({
    email: 'a@list.test',
    outcome: 'invite',
    problems: [{ field: 'birth_date' }],
  })
  expect(
    (await editListRow(t, team, id, { line: 2, field: 'birth_date', value: '28.02.1990' })).body,
  ).toMatchObject({ birth_date: '1990-02-28', problems: [] })
  expect((await reviewListImport(t, team, id, { view: 'problems' })).counts).toMatchObject({
    invite: 1,
    update: 0,
    refused: 0,
    warned: 0,
  })
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  expect(await findMember(t, team, 'a@list.test')).toMatchObject({ birth_date: '1990-02-28' })
})

test('correcting an address to that of a member updates the member', async () => {
  const team = await makeTeam(t)
  await makeMember(t, team.workspace_id, { email: 'there@list.test' })
  const id = await reviewList(team, [`broken@,Ada King,,`])
  const reply = await editListRow(t, team, id, {
    line: 2,
    field: 'email',
    value: 'there@list.test',
  })
  expect(reply.body.outcome).toBe('update')
})

test('a corrected address changes other rows with either address', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, [
    'same@list.test,First,,',
    'same@list.test,Second,,',
    'same@list.test,Third,,',
    'other@list.test,Fourth,,',
  ])
  const edit = (line: number, value: string) =>
    editListRow(t, team, id, { line, field: 'email', value })
  await edit(2, 'new@list.test')
  expect(await listReviewedRows(t, team, id)).toEqual([
    [4, 'same@list.test', 'refused', 'not_unique'],
    [2, 'new@list.test', 'invite'],
    [3, 'same@list.test', 'invite'],
    [5, 'other@list.test', 'invite'],
  ])
  await edit(2, 'other@list.test')
  expect(await listReviewedRows(t, team, id)).toEqual([
    [4, 'same@list.test', 'refused', 'not_unique'],
    [5, 'other@list.test', 'refused', 'not_unique'],
    [2, 'other@list.test', 'invite'],
    [3, 'same@list.test', 'invite'],
  ])
  expect((await edit(4, 'OTHER@list.test')).body).toMatchObject({
    outcome: 'refused',
    problems: [{ code: 'not_unique' }],
  })
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  expect(await loadListImport(t, team, id)).toMatchObject({ invited: 2, refused: 2 })
})

test('corrections refuse long values and fields without a column', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, ['broken@,Ada King,,'])
  const codes = async (cell: Partial<CellInput>) =>
    (await editListRow(t, team, id, { line: 2, field: 'email', value: 'x', ...cell })).codes
  expect(await codes({ value: 'x'.repeat(limits.import_cell_chars_max + 1) })).toEqual([
    'out_of_range',
  ])
  expect(await codes({ value: 'a\u0000b' })).toEqual(['wrong_format'])
  expect(await codes({ field: 'hire_date' })).toEqual(['wrong_format'])
  expect(await codes({ field: 'ignore' as never })).toEqual(['wrong_format'])
  expect(await codes({ line: 1 })).toEqual(['not_found'])
  expect((await reviewListImport(t, team, id, { view: 'problems' })).rows[0]?.email).toBe('broken@')
})

test('hostile corrections stay plain text with a warning', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, ['a@list.test,Ada King,,'])
  const edit = async (field: CellInput['field'], value: string) =>
    (await editListRow(t, team, id, { line: 2, field, value })).body
  expect(await edit('full_name', 'https://evil.example now')).toMatchObject({
    first_name: '',
    problems: [{ field: 'full_name', code: 'name_link' }],
  })
  expect(await edit('job_title', "'); drop table users; --")).toMatchObject({
    job_title: "'); drop table users; --",
  })
  expect(await edit('birth_date', '99999999999/1/1')).toMatchObject({
    birth_date: null,
    problems: [{ field: 'full_name' }, { field: 'birth_date', code: 'wrong_format' }],
  })
})

test('rows of a started import and of another team cannot be read or corrected', async () => {
  const [team, other] = [await makeTeam(t), await makeTeam(t)]
  const id = await reviewList(team, ['broken@,Ada King,,', 'ok@list.test,,,'])
  const cell = { line: 2, field: 'email', value: 'fixed@list.test' } as const
  const call = (by: Team) =>
    Promise.all([
      editListRow(t, by, id, cell),
      t.call('imports.rows', { token: by.admin.token, params: { id } }),
      t.call('imports.columns', { token: by.admin.token, params: { id } }),
    ])
  expect((await call(other)).map((reply) => reply.status)).toEqual([404, 404, 404])
  await startListImport(t, team, id)
  expect((await call(team)).map((reply) => reply.codes)).toEqual([
    ['conflict'],
    ['conflict'],
    ['conflict'],
  ])
})

test('a correction never overlaps with the start of the import', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, ['broken@,Ada King,,', 'ok@list.test,,,'])
  const [edited, started] = await Promise.all([
    editListRow(t, team, id, { line: 2, field: 'email', value: 'fixed@list.test' }),
    startListImport(t, team, id),
  ])
  expect(started.status).toBe(200)
  await runImportNow(t, team, id)
  // Either the correction came first and counts, or it was refused.
  expect((await loadListImport(t, team, id)).invited).toBe(edited.status === 200 ? 2 : 1)
})

test('a canceled review erases its cells', async () => {
  const team = await makeTeam(t)
  const id = await reviewList(team, ['broken@,Ada King,,31.02.1990', 'a@list.test,,,soon'])
  await t.call('imports.cancel', { token: team.admin.token, params: { id } })
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from import_rows where import_id = $1 and cells <> '{}'`,
    [id],
  )
  expect(rows[0]?.n).toBe(0)
})

test('each column reports its readable cells for a field and date order', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(
    t,
    team,
    'Email,When\na@list.test,12/31/1990\nb@list.test,01/02/1990\nc@list.test,soon\nd@list.test,\n',
  )
  const check = async (query: Record<string, string> = {}) =>
    (await t.call('imports.columns', { token: team.admin.token, params: { id }, query })).body
  expect(await check()).toMatchObject([{ filled: 4, readable: 4 }, { filled: 3 }])
  expect((await check({ columns: 'email,birth_date' }))[1]).toEqual({
    filled: 3,
    readable: 2,
    date_order: 'mdy',
    unreadable: ['soon'],
  })
  expect((await check({ columns: 'email,birth_date', birth_date: 'dmy' }))[1]).toEqual({
    filled: 3,
    readable: 1,
    date_order: 'dmy',
    unreadable: ['12/31/1990', 'soon'],
  })
  expect((await check({ columns: 'ignore,email' }))[1]).toMatchObject({ filled: 3, readable: 0 })
  const codes = async (query: Record<string, string>) =>
    (await t.call('imports.columns', { token: team.admin.token, params: { id }, query })).codes
  expect(await codes({ columns: 'email' })).toEqual(['wrong_format'])
  expect(await codes({ columns: 'email,password' })).toEqual(['malformed'])
  expect((await loadListImport(t, team, id)).columns[1]?.field).toBe('ignore')
})

test('a chosen date order applies to the whole import', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'Email,Birthday\na@list.test,01/02/1990\n')
  await previewListImport(t, team, id, ['email', 'birth_date'], { birth_date: 'dmy' })
  expect((await reviewListImport(t, team, id, { view: 'invite' })).rows[0]?.birth_date).toBe(
    '1990-02-01',
  )
  await startListImport(t, team, id)
  await runImportNow(t, team, id)
  expect(await findMember(t, team, 'a@list.test')).toMatchObject({ birth_date: '1990-02-01' })
})

test('a second dry run replaces the outcomes of the first', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'a,b\nx@list.test,broken@\ny@list.test,soon\n')
  await previewListImport(t, team, id, ['ignore', 'email'])
  expect(await listReviewedRows(t, team, id)).toHaveLength(2)
  const { body } = await previewListImport(t, team, id, ['email', 'birth_date'])
  expect(body.counts).toMatchObject({ invite: 2, update: 0, refused: 0, warned: 2 })
})
