import { beforeEach, expect, test } from 'vitest'
import type { Away } from '#contract/schemas/organization-record.ts'
import { allowanceReminderWorker } from '#server/modules/inbox/worker.ts'
import { isPersonAway } from './queries.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let boss: Member
let lead: Member
let person: Member
beforeEach(async () => {
  t.clock.set(new Date('2026-06-10T12:00:00Z'))
  team = await makeTeam(t)
  boss = await makeMember(t, team.workspace_id)
  lead = await makeMember(t, team.workspace_id)
  person = await makeMember(t, team.workspace_id)
  await update(lead, { manager_id: boss.user_id })
  await update(person, { manager_id: lead.user_id })
})
const update = (who: Member, organization: object, by = team.admin) =>
  t.call('users.update', { token: by.token, params: { id: who.user_id }, body: { organization } })
const setAway = (by: Member, away: Away | null, who = person) =>
  t.call('organization.set_away', {
    token: by.token,
    params: { id: who.user_id },
    body: { away },
  })
const ownAway = async () => (await t.call('profiles.me', { token: person.token })).body.away
const june = { from: '2026-06-10', to: '2026-06-30' }

test('an administrator sets, changes and ends a leave', async () => {
  for (const away of [june, { from: '2026-06-10', to: null }, null]) {
    const { status, body } = await update(person, { away })
    expect([status, body.organization.away]).toEqual([200, away])
    expect(await ownAway()).toEqual(away)
  }
})

test.each([
  [{ from: '2026-06-10', to: '2026-06-09' }, 'out_of_range', 'to'],
  [{ from: '2026-06-10', to: '2036-06-11' }, 'out_of_range', 'to'],
  [{ from: '1999-12-31', to: null }, 'out_of_range', 'from'],
  [{ from: '2036-06-11', to: null }, 'out_of_range', 'from'],
  [{ from: '2026-02-30', to: null }, 'wrong_format', 'from'],
  [{ from: '2026-06-10', to: '2026-06-31' }, 'wrong_format', 'to'],
  [{ from: '', to: '2026-06-30' }, 'wrong_format', 'from'],
])('the leave %o is refused with %s', async (away, code, side) => {
  expect((await update(person, { away })).errors).toMatchObject([
    { code, field: `organization.away.${side}` },
  ])
  expect((await setAway(boss, away)).errors).toMatchObject([{ code, field: `away.${side}` }])
  expect(await ownAway()).toBeNull()
})

test('a leave may last one day or ten years', async () => {
  for (const to of ['2026-06-10', '2036-06-10'])
    expect((await setAway(lead, { from: '2026-06-10', to })).status).toBe(200)
})

test('the managers above a person change the leave, others do not', async () => {
  for (const manager of [lead, boss]) {
    expect(await setAway(manager, june)).toMatchObject({ status: 200, body: { away: june } })
    expect((await setAway(manager, null)).status).toBe(200)
    expect(await ownAway()).toBeNull()
  }
  const colleague = await makeMember(t, team.workspace_id)
  // Administrators use the member dialog.
  for (const other of [person, colleague, team.admin])
    expect((await setAway(other, june)).codes).toEqual(['forbidden'])
  expect((await setAway(lead, june, boss)).codes).toEqual(['forbidden'])
  expect(await ownAway()).toBeNull()
})

test('people of another team and former members are unknown', async () => {
  const other = await makeTeam(t)
  expect((await setAway(boss, june, other.admin)).status).toBe(404)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: person.user_id },
    body: { state: 'deactivated' },
  })
  expect((await setAway(boss, june)).status).toBe(404)
})

test('only administrators, managers above and the person see a leave', async () => {
  await setAway(lead, june)
  const teamOf = async (by: Member, scope: 'direct' | 'all') =>
    (await t.call('organization.team', { token: by.token, query: { scope } })).body.items.map(
      ({ away }) => away,
    )
  expect(await teamOf(lead, 'direct')).toEqual([june])
  expect(await teamOf(boss, 'all')).toContainEqual(june)
  expect(await ownAway()).toEqual(june)
  const config = await t.call('config.get', { token: person.token })
  expect(config.body.user.away).toEqual(june)
  const member = await t.call('users.get', {
    token: team.admin.token,
    params: { id: person.user_id },
  })
  expect(member.body.organization.away).toEqual(june)
  const colleague = await makeMember(t, team.workspace_id)
  const { token } = colleague
  const id = person.user_id
  const answers = [
    await t.call('profiles.get', { token, params: { id } }),
    await t.call('people.list', { token }),
    await t.call('organization.chart', { token, query: { user_id: id } }),
    await t.call('users.csv', { token: team.admin.token }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/away|2026-06-30/)
})

test('each change is in the audit log without its days', async () => {
  await setAway(lead, june)
  await setAway(lead, june)
  await setAway(lead, null)
  await update(person, { away: june })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'user.update')
      .orderBy('id')
      .execute(),
  )
  const changes = rows.filter(({ details }) => JSON.stringify(details).includes('away'))
  expect(changes.map(({ actor_id: actor }) => actor)).toEqual([
    lead.user_id,
    lead.user_id,
    team.admin.user_id,
  ])
  expect(JSON.stringify(changes)).not.toContain('2026-06')
})

test('a leave of another system is read-only', async () => {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ field_sources: JSON.stringify({ away: 'scim' }) })
      .where('id', '=', person.user_id)
      .execute(),
  )
  expect((await setAway(lead, june)).errors).toMatchObject([
    { code: 'field_managed', field: 'away' },
  ])
  expect((await update(person, { away: june })).errors).toMatchObject([
    { code: 'field_managed', field: 'organization.away' },
  ])
})

test('people on leave get no reminder of unused points', async () => {
  await setAway(lead, { from: '2026-06-01', to: '2026-06-27' })
  await setAway(boss, { from: '2026-06-28', to: '2026-06-28' }, lead)
  t.clock.set(new Date('2026-06-28T06:00:00Z'))
  await allowanceReminderWorker.run(t.services, () => false)
  const remindedIn = (table: 'inbox_items' | 'outbox', kind: 'allowance_ending' | 'points_left') =>
    t.services.db.tenant(team.workspace_id, async (trx) => {
      const rows = await trx.selectFrom(table).select('user_id').where('kind', '=', kind).execute()
      return new Set(rows.map((row) => row.user_id))
    })
  const reminded = new Set([team.admin, boss, person].map((one) => one.user_id))
  expect(await remindedIn('inbox_items', 'allowance_ending')).toEqual(reminded)
  expect(await remindedIn('outbox', 'points_left')).toEqual(reminded)
})

test.each([
  [june, ['2026-06-10', '2026-06-30'], ['2026-06-09', '2026-07-01']],
  [{ from: '2026-06-10', to: null }, ['2026-06-10', '2099-01-01'], ['2026-06-09']],
  [null, [], ['2026-06-10']],
])('the leave %o includes both of its days', async (away, inside, outside) => {
  await setAway(lead, away)
  const isAway = (day: string) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      isPersonAway(trx, team.workspace_id, person.user_id, day),
    )
  for (const day of inside) expect([day, await isAway(day)]).toEqual([day, true])
  for (const day of outside) expect([day, await isAway(day)]).toEqual([day, false])
})

test('the personal export has the leave, and erasure clears it', async () => {
  await setAway(lead, june)
  const { body } = await t.call('profiles.export', { token: person.token })
  expect(body.profile['away']).toEqual(june)
  await t.call('users.delete', { token: team.admin.token, params: { id: person.user_id } })
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('users')
      .select(['state', 'away_from', 'away_to'])
      .where('id', '=', person.user_id)
      .executeTakeFirst(),
  )
  expect(row).toEqual({ state: 'deleted', away_from: null, away_to: null })
})
