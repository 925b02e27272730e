import { expect, test } from 'vitest'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { continueSyncRun, listSyncChanges, syncPeople } from '#tests/support/people-sync.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { makeSyncFile as toFile, syncedPeople as people } from '#tests/support/people-file.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

const without = (...numbers: string[]) => people.filter(({ number }) => !numbers.includes(number))

const inTeam = <T>(team: Team, work: (trx: Trx) => Promise<T>) =>
  t.services.db.tenant(team.workspace_id, work)
const listUsers = (team: Team) =>
  inTeam(team, (trx) =>
    trx
      .selectFrom('users')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .where('employee_number', '<>', '')
      .orderBy('employee_number')
      .execute(),
  )
const stateOf = async (team: Team, number: string) =>
  (await listUsers(team)).find((user) => user.employee_number === number)?.state
const countUnread = async (team: Team) =>
  (await t.call('inbox.list', { token: team.admin.token, query: {} })).body.items.filter(
    ({ kind }) => kind === 'people_sync_stopped',
  ).length

test('a first file adds people with their places and managers', async () => {
  const team = await makeTeam(t)
  const run = await syncPeople(t, team, toFile(people))
  expect(run).toMatchObject({
    state: 'finished',
    rows: 20,
    checked: 20,
    counts: { new: 20, changed: 0, missing: 0, refused: 0 },
    created_by: { id: team.admin.user_id },
  })
  const users = await listUsers(team)
  expect(users).toHaveLength(20)
  const boss = users.find((user) => user.employee_number === 'E0')
  expect(users.filter((user) => user.manager_id === boss?.id)).toHaveLength(19)
  expect(users[0]).toMatchObject({ country: 'DE', job_title: 'Engineer', state: 'pending' })
})

test('the same file twice changes nothing', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const before = await listUsers(team)
  const run = await syncPeople(t, team, toFile(people))
  expect(run).toMatchObject({
    state: 'finished',
    counts: { new: 0, changed: 0, conflict: 0, missing: 0, deactivated: 0, refused: 0 },
  })
  expect(await listUsers(team)).toEqual(before)
})

test('a dry run lists differences field by field and changes nobody', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const changed = people.map((line) => (line.number === 'E3' ? { ...line, title: 'Lead' } : line))
  const run = await syncPeople(t, team, toFile([...changed, { number: 'E99', name: 'Newcomer' }]), {
    dry_run: true,
  })
  expect(run).toMatchObject({ state: 'waiting', counts: { new: 1, changed: 1 } })
  expect(await listSyncChanges(t, team, run.id)).toMatchObject([
    {
      line: 5,
      outcome: 'changed',
      fields: [{ field: 'job_title', before: 'Engineer', after: 'Lead', last: null }],
    },
    { line: 22, outcome: 'new', email: 'newcomer@example.test', user: null },
  ])
  expect(await listUsers(team)).toHaveLength(20)
  await t.call('people_sync.apply', { token: team.admin.token, params: { id: run.id } })
  expect(await continueSyncRun(t, team, run.id)).toMatchObject({ state: 'finished', applied: 2 })
  expect((await listUsers(team)).find((user) => user.employee_number === 'E3')?.job_title).toBe(
    'Lead',
  )
})

test('a missing person leaves after the second full file in a row', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const first = await syncPeople(t, team, toFile(without('E5')))
  expect(first.counts).toMatchObject({ missing: 1, deactivated: 0 })
  expect(await stateOf(team, 'E5')).toBe('pending')
  // A partial file says nothing about people whom it lacks.
  const partial = await syncPeople(t, team, toFile(without('E5', 'E6')), { coverage: 'partial' })
  expect(partial.counts).toMatchObject({ missing: 0, deactivated: 0 })
  const second = await syncPeople(t, team, toFile(without('E5')))
  expect(second.counts).toMatchObject({ missing: 0, deactivated: 1 })
  expect(await stateOf(team, 'E5')).toBe('deactivated')
})

test('a person who returns in between is not missing any more', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  await syncPeople(t, team, toFile(without('E5')))
  await syncPeople(t, team, toFile(people))
  expect((await syncPeople(t, team, toFile(without('E5')))).counts).toMatchObject({
    missing: 1,
    deactivated: 0,
  })
})

test('people whom no file has named are never missing', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  for (let n = 0; n < 3; n += 1) await syncPeople(t, team, toFile(people))
  const row = await inTeam(team, (trx) =>
    trx.selectFrom('users').select('state').where('id', '=', member.user_id).executeTakeFirst(),
  )
  expect(row?.state).toBe('accepted')
})

test('a run stops when more than the allowed share would leave', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const run = await syncPeople(t, team, toFile(people.slice(0, 17)))
  expect(run).toMatchObject({ state: 'stopped', code: 'people_file_leavers', synced: 20 })
  expect(run.counts).toMatchObject({ missing: 3 })
  expect(await countUnread(team)).toBe(1)
  const items = await t.call('inbox.list', { token: team.admin.token, query: {} })
  expect(items.body.items[0]).toMatchObject({ sync_run: { id: run.id } })
  // A newer file replaces it.
  const next = await syncPeople(t, team, toFile(people.slice(0, 17)))
  expect(next.state).toBe('stopped')
  await t.call('people_sync.apply', { token: team.admin.token, params: { id: next.id } })
  expect(await continueSyncRun(t, team, next.id)).toMatchObject({ state: 'finished' })
  const old = await t.call('people_sync.apply', {
    token: team.admin.token,
    params: { id: run.id },
  })
  expect(old.status).toBe(409)
})

test('people whose status says that they left are deactivated at once', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const left = people.map((line) =>
    line.number === 'E7' ? { ...line, status: 'terminated' } : line,
  )
  expect((await syncPeople(t, team, toFile(left))).counts).toMatchObject({ deactivated: 1 })
  expect(await stateOf(team, 'E7')).toBe('deactivated')
  expect((await syncPeople(t, team, toFile(left))).counts).toMatchObject({ deactivated: 0 })
})

test('a value changed by hand stays while the file says the same', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const setTitle = (title: string) =>
    inTeam(team, (trx) =>
      trx
        .updateTable('users')
        .set({ job_title: title })
        .where('workspace_id', '=', team.workspace_id)
        .where('employee_number', '=', 'E2')
        .execute(),
    )
  const withTitle = (title: string) =>
    toFile(people.map((line) => (line.number === 'E2' ? { ...line, title } : line)))
  await setTitle('By hand')
  expect((await syncPeople(t, team, toFile(people))).counts).toMatchObject({
    changed: 0,
    conflict: 0,
  })
  const run = await syncPeople(t, team, withTitle('Lead'))
  expect(run.counts).toMatchObject({ changed: 0, conflict: 1 })
  expect(await listSyncChanges(t, team, run.id)).toMatchObject([
    {
      outcome: 'conflict',
      fields: [{ field: 'job_title', before: 'By hand', after: 'Lead', last: 'Engineer' }],
    },
  ])
  expect((await listUsers(team)).find((user) => user.employee_number === 'E2')?.job_title).toBe(
    'Lead',
  )
  expect((await syncPeople(t, team, withTitle('Lead'))).counts).toMatchObject({ conflict: 0 })
})

test('fields of an identity provider are left alone', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  await inTeam(team, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ job_title: 'scim' }) })
      .where('workspace_id', '=', team.workspace_id)
      .where('employee_number', '=', 'E2')
      .execute(),
  )
  const run = await syncPeople(
    t,
    team,
    toFile(people.map((line) => ({ ...line, title: line.number === 'E2' ? 'Lead' : 'Engineer' }))),
  )
  expect(run.counts).toMatchObject({ changed: 0, conflict: 0 })
})
