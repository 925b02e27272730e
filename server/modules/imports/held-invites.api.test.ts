import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { InvitationPlan } from '#contract/schemas/imports.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  createListImport,
  findMember,
  loadListImport,
  runImportNow,
  startListImport,
} from '#tests/support/user-imports.ts'
import { sendHeldInvites } from './held-invites.ts'

// The clock starts at 2026-06-15, 12:00 UTC. Domains outside the team's own have 5 invitations a
// day.
const t = setupTestApp(() => ({ env: { INVITES_PER_DAY_TRIAL: '5' } }))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
})
afterAll(() => owner?.end())
beforeEach(async () => {
  await owner.query('delete from outbox')
  t.mails.length = 0
})

/** Uploads a list of people without an account, starts its import and runs it. */
async function importPeople(
  team: Team,
  names: string[],
  body: { invitations?: InvitationPlan; message?: string },
): Promise<string> {
  const { id } = await createListImport(
    t,
    team,
    names.map((name) => `${name}@held.test`).join('\n'),
  )
  expect((await startListImport(t, team, id, body)).status).toBe(200)
  await runImportNow(t, team, id)
  return id
}
const plan = (team: Team, id: string, body: InvitationPlan) =>
  t.call('imports.plan_invites', { token: team.admin.token, params: { id }, body })
async function listInvited(): Promise<string[]> {
  await processOutbox(t.services)
  return t.mails
    .filter((mail) => mail.to.endsWith('@held.test'))
    .map((mail) => mail.to.replace('@held.test', ''))
    .toSorted((a, b) => a.localeCompare(b))
}
const later = { invitations: { when: 'later' } } as const

test('people imported for later are members without an invitation', async () => {
  const team = await makeTeam(t)
  const id = await importPeople(team, ['l1', 'l2'], later)
  expect(await loadListImport(t, team, id)).toMatchObject({
    state: 'finished',
    invited: 2,
    held: 2,
    invites_at: null,
  })
  expect(await findMember(t, team, 'l1@')).toMatchObject({ state: 'pending', invited_at: null })
  t.clock.advance(limits.invite_plan_days * dayMs)
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual([])
})

test('the bulk action invites members without an invitation', async () => {
  const team = await makeTeam(t)
  const id = await importPeople(team, ['b1', 'b2'], later)
  const { id: userId = '' } = (await findMember(t, team, 'b1@')) ?? {}
  const reply = await t.call('users.invite_many', {
    token: team.admin.token,
    body: { ids: [userId] },
  })
  expect(reply.body.results).toEqual([{ id: userId, outcome: 'done', code: null }])
  expect(await listInvited()).toEqual(['b1'])
  expect(await loadListImport(t, team, id)).toMatchObject({ held: 1 })
  // The person who has an invitation is not invited again.
  await plan(team, id, { when: 'now' })
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual(['b1', 'b2'])
})

test("planned invitations are sent at nine in the team's time zone", async () => {
  const team = await makeTeam(t)
  await owner.query(`update settings set timezone = 'America/New_York' where workspace_id = $1`, [
    team.workspace_id,
  ])
  const at = t.clock.now()
  const date = new Date(at.getTime() + 3 * dayMs).toISOString().slice(0, 10)
  const id = await importPeople(team, ['n1'], { invitations: { when: 'date', date } })
  const sendsAt = new Date(`${date}T13:00:00Z`)
  expect((await loadListImport(t, team, id)).invites_at).toBe(sendsAt.toISOString())
  t.clock.advance(sendsAt.getTime() - at.getTime() - 1)
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual([])
  t.clock.advance(1)
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual(['n1'])
  expect(await loadListImport(t, team, id)).toMatchObject({ held: 0, invites_at: null })
  const member = await findMember(t, team, 'n1@')
  expect(member?.invited_at).toBe(sendsAt.toISOString())
})

test('invitations can be planned for one of the next 90 days', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'd1@held.test')
  const today = t.clock.now()
  const day = (days: number) => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10)
  const codes = async (invitations: InvitationPlan) =>
    (await startListImport(t, team, id, { invitations })).codes
  expect(await codes({ when: 'date' })).toEqual(['required'])
  expect(await codes({ when: 'date', date: day(0) })).toEqual(['out_of_range'])
  expect(await codes({ when: 'date', date: day(limits.invite_plan_days + 1) })).toEqual([
    'out_of_range',
  ])
  expect(await codes({ when: 'date', date: 'Monday' })).toEqual(['wrong_format'])
  expect(
    (
      await startListImport(t, team, id, {
        invitations: { when: 'date', date: day(limits.invite_plan_days) },
      })
    ).status,
  ).toBe(200)
})

test('a canceled plan sends nothing and keeps the members', async () => {
  const team = await makeTeam(t)
  const date = new Date(t.clock.now().getTime() + 2 * dayMs).toISOString().slice(0, 10)
  const id = await importPeople(team, ['c1'], { invitations: { when: 'date', date } })
  expect((await plan(team, id, { when: 'later' })).body).toMatchObject({
    held: 1,
    invites_at: null,
  })
  t.clock.advance(5 * dayMs)
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual([])
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_log where workspace_id = $1 and action = 'import.planned'`,
    [team.workspace_id],
  )
  expect(rows).toHaveLength(1)
})

test('planned invitations stay within the daily budget', async () => {
  const team = await makeTeam(t)
  const names = Array.from({ length: 12 }, (_, n) => `s${n}`)
  const id = await importPeople(team, names, later)
  await plan(team, id, { when: 'now' })
  await sendHeldInvites(t.services)
  const perDay = async () => {
    const before = t.mails.length
    await processOutbox(t.services)
    return t.mails.length - before
  }
  const counts = [await perDay()]
  for (let day = 0; day < 3; day += 1) {
    t.clock.advance(dayMs)
    counts.push(await perDay())
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(5)
  expect(counts.reduce((sum, count) => sum + count)).toBe(12)
})

test('two concurrent workers invite each person once', async () => {
  const team = await makeTeam(t)
  const id = await importPeople(team, ['w1', 'w2', 'w3'], later)
  await Promise.all([plan(team, id, { when: 'now' }), plan(team, id, { when: 'now' })])
  await Promise.all([sendHeldInvites(t.services), sendHeldInvites(t.services)])
  expect(await listInvited()).toEqual(['w1', 'w2', 'w3'])
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from outbox where import_id = $1',
    [id],
  )
  expect(rows[0]?.n).toBe(3)
})

test('an interrupted worker continues without inviting twice', async () => {
  const team = await makeTeam(t)
  await owner.query('update workspaces set invites_per_day = 20000 where id = $1', [
    team.workspace_id,
  ])
  const id = await importPeople(
    team,
    Array.from({ length: 700 }, (_, n) => `k${n}`),
    later,
  )
  await plan(team, id, { when: 'now' })
  // Checked before the import and before each batch.
  let checks = 0
  await sendHeldInvites(t.services, () => (checks += 1) > 2)
  expect((await loadListImport(t, team, id)).held).toBe(200)
  await sendHeldInvites(t.services)
  expect((await loadListImport(t, team, id)).held).toBe(0)
  const { rows } = await owner.query<{ mails: number; people: number }>(
    `select count(*)::int as mails, count(distinct user_id)::int as people
      from outbox where import_id = $1`,
    [id],
  )
  expect(rows[0]).toEqual({ mails: 700, people: 700 })
})

test('deleted and invited members get no planned invitation', async () => {
  const team = await makeTeam(t)
  const id = await importPeople(team, ['x1', 'x2'], later)
  const { id: userId = '' } = (await findMember(t, team, 'x1@')) ?? {}
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: userId },
    body: { state: 'deactivated' },
  })
  expect((await loadListImport(t, team, id)).held).toBe(1)
  await plan(team, id, { when: 'now' })
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual(['x2'])
})

test('nothing is sent after the uploader lost the permission', async () => {
  const team = await makeTeam(t)
  const manager = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const id = await importPeople({ ...team, admin: manager } as Team, ['m1'], later)
  await plan(team, id, { when: 'now' })
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: manager.user_id },
    body: { state: 'deactivated' },
  })
  await sendHeldInvites(t.services)
  expect(await listInvited()).toEqual([])
  expect(await loadListImport(t, team, id)).toMatchObject({ held: 1, invites_at: null })
})

test('a plan of another team, an open upload or an invited list is refused', async () => {
  const [team, other] = [await makeTeam(t), await makeTeam(t)]
  const id = await importPeople(team, ['o1'], later)
  expect((await plan(other, id, { when: 'now' })).status).toBe(404)
  const open = await createListImport(t, team, 'o2@held.test')
  expect((await plan(team, open.id, { when: 'now' })).codes).toEqual(['conflict'])
  const invited = await importPeople(team, ['o3'], {})
  expect((await plan(team, invited, { when: 'later' })).codes).toEqual(['conflict'])
})

test('the mail contains the message as escaped plain text', async () => {
  const team = await makeTeam(t)
  const message = 'Hello <b>team</b> & "friends"\nSee you on Monday'
  await importPeople(team, ['p1'], { message })
  await listInvited()
  const mail = t.mails[0]
  expect(mail?.text).toContain(message)
  expect(mail?.html).toContain('Hello &lt;b&gt;team&lt;/b&gt; &amp; &quot;friends&quot;\nSee you')
  expect(mail?.html).not.toContain('<b>team</b>')
})

test('a message with a web address or too many characters is refused', async () => {
  const team = await makeTeam(t)
  const { id } = await createListImport(t, team, 'q1@held.test')
  const codes = async (message: string) => {
    const [started, previewed] = [
      await startListImport(t, team, id, { message }),
      await t.call('imports.preview_mail', { token: team.admin.token, body: { message } }),
    ]
    expect(previewed.codes).toEqual(started.codes)
    return started.codes
  }
  expect(await codes('x'.repeat(limits.invite_message_chars_max + 1))).toEqual(['out_of_range'])
  expect(await codes('Click https://evil.example')).toEqual(['text_link'])
  expect(await codes('Click ｗｗｗ.evil.example')).toEqual(['text_link'])
  expect(await codes('safe\u202etxt')).toEqual(['invisible_characters'])
  expect(await codes('a\u0000b')).toEqual(['wrong_format'])
})

test('the preview shows the mail with the names of team and inviter', async () => {
  const team = await makeTeam(t)
  const { body } = await t.call('imports.preview_mail', {
    token: team.admin.token,
    body: { message: 'Welcome' },
  })
  await importPeople(team, ['r1'], { message: 'Welcome' })
  await listInvited()
  expect(t.mails[0]?.subject).toBe(body.subject)
  for (const line of [body.title, body.intro, body.message, body.what, body.expires])
    expect(t.mails[0]?.text).toContain(line)
})
