import { expect, test } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { dayMs } from '#contract/durations.ts'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import {
  continueSyncRun,
  listSyncChanges,
  sendPeopleFile,
  syncPeople,
} from '#tests/support/people-sync.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { makeSyncFile as toFile, syncedPeople as people } from '#tests/support/people-file.ts'
import { verifyDomain } from '#tests/support/verify-domain.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

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
test('a row with an error is refused and the others go on', async () => {
  const team = await makeTeam(t)
  const run = await syncPeople(
    t,
    team,
    toFile([
      ...people,
      { number: 'E30', name: 'Bad', email: 'no address' },
      { number: 'E1', name: 'Twice' },
      { number: 'E31', name: 'Nowhere', country: 'Atlantis' },
    ]),
  )
  expect(run).toMatchObject({ state: 'finished', counts: { new: 20, refused: 3 } })
  const refused = (await listSyncChanges(t, team, run.id)).filter(
    ({ outcome }) => outcome === 'refused',
  )
  expect(refused.map(({ line, code }) => [line, code])).toEqual([
    [22, 'email_invalid'],
    [23, 'not_unique'],
    [24, 'wrong_format'],
  ])
  const file = await t.call('people_sync.refused', {
    token: team.admin.token,
    params: { id: run.id },
  })
  const lines = String(file.body).trim().split('\r\n')
  expect(lines[1]).toContain('no address')
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual([
    'This isn’t an email address',
    'The address or number is used twice',
    'We can’t read one of the values',
  ])
})

test('managers in a circle lose only their managers', async () => {
  const team = await makeTeam(t)
  const run = await syncPeople(
    t,
    team,
    toFile([
      { number: 'E1', name: 'Ann', manager: 'ben@example.test' },
      { number: 'E2', name: 'Ben', manager: 'e1' },
      { number: 'E3', name: 'Cem', manager: 'e1' },
    ]),
  )
  expect(run).toMatchObject({ state: 'finished', counts: { new: 3, refused: 0 } })
  const changes = await listSyncChanges(t, team, run.id)
  expect(changes.filter(({ code }) => code === 'manager_circle')).toHaveLength(1)
  const users = await listUsers(team)
  expect(users.filter((user) => user.manager_id !== null)).toHaveLength(2)
  // The circle is not reported again, because the file says nothing new.
  expect(
    (
      await syncPeople(
        t,
        team,
        toFile([
          { number: 'E1', name: 'Ann', manager: 'ben@example.test' },
          { number: 'E2', name: 'Ben', manager: 'e1' },
          { number: 'E3', name: 'Cem', manager: 'e1' },
        ]),
      )
    ).counts,
  ).toMatchObject({ changed: 0, conflict: 0 })
})

test('people are found by number first, so their address can change', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const run = await syncPeople(
    t,
    team,
    toFile(
      people.map((line) => (line.number === 'E4' ? { ...line, email: 'new@example.test' } : line)),
    ),
  )
  expect(run.counts).toMatchObject({ new: 0, changed: 1, refused: 0 })
  expect((await listUsers(team)).find((user) => user.employee_number === 'E4')?.email).toBe(
    'new@example.test',
  )
})

test('an invited person is invited again at a new address', async () => {
  const team = await makeTeam(t)
  await markPresent(t, team.admin)
  const { token } = team.admin
  expect((await t.call('people_sync.update', { token, body: { invites: true } })).codes).toEqual([])
  await syncPeople(t, team, toFile([{ number: 'E1', name: 'Ann', email: 'ann@example.test' }]))
  await syncPeople(t, team, toFile([{ number: 'E1', name: 'Ann', email: 'new@example.test' }]))
  const mails = await inTeam(team, (trx) =>
    trx.selectFrom('outbox').select('to_address').where('kind', '=', 'invite').execute(),
  )
  expect(mails).toEqual([{ to_address: 'new@example.test' }])
})

test('an address of another number is refused', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const run = await syncPeople(
    t,
    team,
    toFile(people.map((line) => (line.number === 'E4' ? { ...line, number: 'E77' } : line))),
  )
  expect(run.counts).toMatchObject({ new: 0, changed: 0, refused: 1, missing: 0 })
  expect((await listSyncChanges(t, team, run.id))[0]?.code).toBe('people_number_differs')
})

/** Syncs people, of whom E4 signs in, then a file with another address of E4. */
async function syncOtherAddress(team: Team, email: string) {
  await syncPeople(t, team, toFile(people))
  await inTeam(team, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'accepted', accepted_at: t.clock.now() })
      .where('workspace_id', '=', team.workspace_id)
      .where('employee_number', '=', 'E4')
      .execute(),
  )
  const lines = people.map((line) => (line.number === 'E4' ? { ...line, email } : line))
  return syncPeople(t, team, toFile(lines))
}

test('an address changes to a verified domain with an umlaut', async () => {
  const team = await makeTeam(t)
  await verifyDomain(t, team, 'xn--bcher-kva.example')
  const run = await syncOtherAddress(team, 'ida@bücher.example')
  expect(run.counts).toMatchObject({ changed: 1, refused: 0 })
})

test('the address of a person who signed in changes only to a verified domain', async () => {
  const team = await makeTeam(t)
  const run = await syncOtherAddress(team, 'a@b.test')
  expect((await listSyncChanges(t, team, run.id))[0]).toMatchObject({
    outcome: 'refused',
    code: 'people_address_domain',
  })
})

test('the last administrator is never deactivated', async () => {
  const team = await makeTeam(t)
  const other = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  const { email } = await inTeam(team, (trx) =>
    trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', team.admin.user_id)
      .executeTakeFirstOrThrow(),
  )
  await syncPeople(t, team, toFile([...people, { number: 'A1', name: 'Admin', email }]))
  const gone = toFile([...people, { number: 'A1', name: 'Admin', email, status: 'terminated' }])
  const own = await syncPeople(t, team, gone)
  expect((await listSyncChanges(t, team, own.id))[0]?.code).toBe('own_deactivation')
  const foreign = await syncPeople(t, { ...team, admin: other }, gone)
  expect(foreign.counts).toMatchObject({ deactivated: 0, refused: 1 })
  expect((await listSyncChanges(t, team, foreign.id))[0]).toMatchObject({
    outcome: 'refused',
    code: expect.stringMatching(/^last_/) as string,
  })
})

test('a member with more permissions than the sender is left alone', async () => {
  const team = await makeTeam(t)
  const sender = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const { email } = await inTeam(team, (trx) =>
    trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', team.admin.user_id)
      .executeTakeFirstOrThrow(),
  )
  const run = await syncPeople(
    t,
    { ...team, admin: sender },
    toFile([...people, { number: 'A1', name: 'Admin', email }]),
  )
  expect((await listSyncChanges(t, team, run.id)).at(-1)).toMatchObject({
    outcome: 'refused',
    code: 'forbidden',
  })
})

test('changes of a person between check and apply are kept', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, toFile(people))
  const run = await syncPeople(
    t,
    team,
    toFile(people.map((line) => ({ ...line, title: line.number === 'E2' ? 'Lead' : 'Engineer' }))),
    { dry_run: true },
  )
  await inTeam(team, (trx) =>
    trx
      .updateTable('users')
      .set({ job_title: 'By hand' })
      .where('workspace_id', '=', team.workspace_id)
      .where('employee_number', '=', 'E2')
      .execute(),
  )
  await t.call('people_sync.apply', { token: team.admin.token, params: { id: run.id } })
  await continueSyncRun(t, team, run.id)
  expect((await listSyncChanges(t, team, run.id))[0]?.code).toBe('people_file_changed')
  expect((await listUsers(team)).find((user) => user.employee_number === 'E2')?.job_title).toBe(
    'By hand',
  )
})

test('a discarded run changes nobody and cannot be applied', async () => {
  const team = await makeTeam(t)
  const run = await syncPeople(t, team, toFile(people), { dry_run: true })
  const call = { token: team.admin.token, params: { id: run.id } }
  expect((await t.call('people_sync.discard', call)).body.state).toBe('discarded')
  expect((await t.call('people_sync.apply', call)).status).toBe(409)
  expect(await listUsers(team)).toEqual([])
})

test('a second file waits until the first one is applied', async () => {
  const team = await makeTeam(t)
  const { body } = await sendPeopleFile(t, team, toFile(people))
  expect(body.state).toBe('checking')
  expect((await sendPeopleFile(t, team, toFile(people))).status).toBe(409)
  await continueSyncRun(t, team, body.id)
  expect((await sendPeopleFile(t, team, toFile(people))).status).toBe(200)
})

test('a run fails when its author no longer manages the team', async () => {
  const team = await makeTeam(t)
  const { body } = await sendPeopleFile(t, team, toFile(people))
  await inTeam(team, (trx) =>
    updatePermissionColumns(trx, team.workspace_id, team.admin.user_id, {
      account_administrator: false,
      global_administrator: false,
    }),
  )
  await continueSyncRun(t, team, body.id)
  const run = await inTeam(team, (trx) =>
    trx
      .selectFrom('people_sync_runs')
      .select(['state', 'code'])
      .where('id', '=', body.id)
      .executeTakeFirst(),
  )
  expect(run).toEqual({ state: 'failed', code: 'forbidden' })
})

test('runs older than 90 days are deleted with their changes', async () => {
  const team = await makeTeam(t)
  const run = await syncPeople(t, team, toFile(people))
  const { deleteOldRuns } = await import('./run-queries.ts')
  const remove = (at: Date) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      deleteOldRuns(trx, team.workspace_id, new Date(at.getTime() - 90 * dayMs)),
    )
  expect(await remove(t.clock.now())).toBe(0)
  expect(await remove(new Date(t.clock.now().getTime() + 91 * dayMs))).toBe(1)
  const left = await inTeam(team, (trx) =>
    trx.selectFrom('people_sync_changes').select('position').where('run_id', '=', run.id).execute(),
  )
  expect(left).toEqual([])
})
