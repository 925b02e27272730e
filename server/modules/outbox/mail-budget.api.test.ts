import { dayMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runImport } from '#server/modules/imports/worker.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'

/** Daily mail limits of a team (H5), in UTC days. */
const t = setupTestApp(() => ({
  env: { INVITES_PER_DAY: '200', INVITES_PER_DAY_TRIAL: '50', NOTICES_PER_DAY: '30' },
}))

const invite = (team: Team, emails: string[], token = team.admin.token) =>
  t.call('users.create', { token, body: { users: emails.map((email) => ({ email })) } })
const addresses = (count: number, host: string) =>
  Array.from({ length: count }, (_, n) => `p${n}@${host}`)
/** Sends due mails and returns the number of mails to a host. */
const sent = async (host: string) => {
  t.mails.length = 0
  await processOutbox(t.services)
  return t.mails.filter((mail) => mail.to.endsWith(`@${host}`)).length
}
const setTeam = (team: Team, set: object) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('workspaces').set(set).where('id', '=', team.workspace_id).execute(),
  )
const change = (team: Team, id: string, body: object) =>
  t.call('users.update', { token: team.admin.token, params: { id }, body })
const resend = (team: Team, id: string) =>
  t.call('users.invite', { token: team.admin.token, params: { id } })

test('spreads invitations of a trial team to strangers over days, 50 a day', async () => {
  const team = await makeTeam(t)
  const { body } = await invite(team, addresses(120, 'stranger.test'))
  expect(body.map((one) => one.outcome)).toEqual(Array.from({ length: 120 }, () => 'invited'))
  const today = t.clock.now().getTime()
  const later = (days: number) => new Date(today + days * dayMs).toISOString()
  expect(body.map((one) => one.sends_at)).toEqual([
    ...Array.from({ length: 50 }, () => null),
    ...Array.from({ length: 50 }, () => later(1)),
    ...Array.from({ length: 20 }, () => later(2)),
  ])
  expect(await sent('stranger.test')).toBe(50)
  t.clock.advance(dayMs + 1_000)
  expect(await sent('stranger.test')).toBe(50)
  t.clock.advance(dayMs)
  expect(await sent('stranger.test')).toBe(20)
  // The link of a delayed invitation is valid for 30 days from its sending.
  const token = /#token=([\w-]+)|token=([\w-]+)/.exec(t.mails.at(-1)?.text ?? '')
  t.clock.advance(29 * dayMs)
  expect(
    (await t.call('auth.verify_invite', { body: { token: token?.[1] ?? token?.[2] ?? '' } }))
      .status,
  ).toBe(200)
})

test("gives the creator's domain the large budget unless it is public", async () => {
  const company = await makeTeam(t)
  await setTeam(company, { mail_domain: 'company.test' })
  expect(
    (await invite(company, addresses(150, 'company.test'))).body.filter(
      (one) => one.sends_at !== null,
    ),
  ).toEqual([])
  expect(
    (await invite(company, addresses(51, 'else.test'))).body.filter((one) => one.sends_at !== null),
  ).toHaveLength(1)
  expect((await invite(company, addresses(1, 'sub.company.test'))).body[0]?.sends_at).not.toBeNull()
  const person = await makeTeam(t)
  await setTeam(person, { mail_domain: 'gmail.com' })
  expect(
    (await invite(person, addresses(51, 'gmail.com'))).body.filter((one) => one.sends_at !== null),
  ).toHaveLength(1)
})

test("stores the mail domain of a new team's creator", async () => {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: 'founder@firm.test' } })
  const code = /\b(\d{6})\b/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const { body } = await t.call('auth.verify_code', {
    body: { email: 'founder@firm.test', sig, code },
  })
  const made = (
    await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Firm' } })
  ).body
  expect(
    (await invite({} as Team, addresses(60, 'firm.test'), made.access_token)).body.filter(
      (one) => one.sends_at !== null,
    ),
  ).toEqual([])
})

test.each([
  ['a subscription', { paid_until: new Date('2027-01-01') }],
  ['payment by invoice', { manual_payments: true }],
])('%s raises the budget for strangers', async (_, paid) => {
  const team = await makeTeam(t)
  await setTeam(team, paid)
  expect(
    (await invite(team, addresses(200, 'paid.test'))).body.filter((one) => one.sends_at !== null),
  ).toEqual([])
})

test('applies the budget that an operator sets for a team', async () => {
  const team = await makeTeam(t)
  await setTeam(team, { invites_per_day: 3 })
  expect(
    (await invite(team, addresses(4, 'own.test'))).body.map((one) => one.sends_at !== null),
  ).toEqual([false, false, false, true])
  const none = await makeTeam(t)
  await setTeam(none, { invites_per_day: 0 })
  expect((await invite(none, ['a@own.test'])).body[0]).toMatchObject({
    outcome: 'refused',
    code: 'invites_full',
    user: null,
  })
})

test('refuses invitations beyond the budget of 60 days', async () => {
  const team = await makeTeam(t)
  await setTeam(team, { invites_per_day: 1 })
  const { body } = await invite(team, addresses(70, 'ahead.test'))
  expect(body.filter((one) => one.outcome === 'invited')).toHaveLength(60)
  expect(body.at(-1)).toMatchObject({ outcome: 'refused', code: 'invites_full', user: null })
  expect((await t.call('users.list', { token: team.admin.token })).body.counts.pending).toBe(60)
})

test('counts resent, reactivated and readdressed invitations', async () => {
  const team = await makeTeam(t)
  await setTeam(team, { invites_per_day: 4 })
  const id = (await invite(team, ['first@spend.test'])).body[0]?.user?.id ?? ''
  t.clock.advance(61_000)
  expect((await resend(team, id)).status).toBe(200)
  expect((await change(team, id, { email: 'second@spend.test' })).status).toBe(200)
  await change(team, id, { state: 'deactivated' })
  expect((await change(team, id, { state: 'pending' })).status).toBe(200)
  t.clock.advance(61_000)
  for (const refused of [
    await resend(team, id),
    await change(team, id, { email: 'third@spend.test' }),
  ]) {
    expect([refused.status, refused.errors[0]]).toEqual([
      429,
      expect.objectContaining({ code: 'invites_spent', params: { finish: 4 } }),
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  }
  await change(team, id, { state: 'deactivated' })
  expect((await change(team, id, { state: 'pending' })).codes).toEqual(['invites_spent'])
  t.clock.advance(dayMs)
  expect((await change(team, id, { state: 'pending' })).status).toBe(200)
})

test('spreads imported invitations and leaves a tenth of each day', async () => {
  const team = await makeTeam(t)
  const one = (
    await t.call('imports.create', {
      token: team.admin.token,
      body: buildFormData({}, Buffer.from(addresses(100, 'list.test').join('\n')), 'people.csv'),
    })
  ).body
  const preview = (
    await t.call('imports.preview', {
      token: team.admin.token,
      params: { id: one.id },
      body: { columns: ['email'] },
    })
  ).body
  const last = new Date(t.clock.now().getTime() + 2 * dayMs).toISOString()
  expect(preview).toMatchObject({ counts: { invite: 100, refused: 0 }, mails_until: last })
  await t.call('imports.start', { token: team.admin.token, params: { id: one.id } })
  await runImport(t.services, { workspace_id: team.workspace_id, import_id: one.id })
  expect(
    (await t.call('imports.get', { token: team.admin.token, params: { id: one.id } })).body,
  ).toMatchObject({ state: 'finished', invited: 100, refused: 0, mails_until: last })
  expect(await sent('list.test')).toBe(45)
  expect(
    (await invite(team, addresses(6, 'hand.test'))).body.filter((row) => row.sends_at === null),
  ).toHaveLength(5)
})

test('refuses import rows beyond the budget', async () => {
  const team = await makeTeam(t)
  await setTeam(team, { invites_per_day: 1 })
  const one = (
    await t.call('imports.create', {
      token: team.admin.token,
      body: buildFormData({}, Buffer.from(addresses(61, 'far.test').join('\n')), 'people.csv'),
    })
  ).body
  expect(
    (
      await t.call('imports.preview', {
        token: team.admin.token,
        params: { id: one.id },
        body: { columns: ['email'] },
      })
    ).body.counts,
  ).toEqual({ invite: 60, update: 0, refused: 1, deactivate: 0, ignore: 0, warned: 0 })
  await t.call('imports.start', { token: team.admin.token, params: { id: one.id } })
  await runImport(t.services, { workspace_id: team.workspace_id, import_id: one.id })
  expect(
    (await t.call('imports.get', { token: team.admin.token, params: { id: one.id } })).body,
  ).toMatchObject({ invited: 60, refused: 1 })
  expect(
    String(
      (await t.call('imports.refused', { token: team.admin.token, params: { id: one.id } })).body,
    ),
  ).toContain('p60@far.test,Your team has too many')
})

test('skips a delayed invitation after its recipient has joined', async () => {
  const team = await makeTeam(t)
  await setTeam(team, { invites_per_day: 1 })
  const { body } = await invite(team, ['now@wait.test', 'later@wait.test'])
  expect(await sent('wait.test')).toBe(1)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`update users set state = 'accepted', accepted_at = ${t.clock.now()}
      where workspace_id = ${team.workspace_id} and id = ${body[1]?.user?.id}`.execute(trx),
  )
  t.clock.advance(dayMs + 1_000)
  expect(await sent('wait.test')).toBe(0)
})

test('stops notifications at the daily limit but sends account mails', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  for (let n = 0; n < 35; n += 1) await makePost(t, from, [to], team.value_id, 1)
  t.clock.advance(20_000)
  expect(await sent('example.test')).toBe(30)
  const failed = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('outbox')
      .select(['kind', 'last_error', 'params'])
      .where('workspace_id', '=', team.workspace_id)
      .where('state', '=', 'failed')
      .execute(),
  )
  expect(failed).toEqual(
    Array.from({ length: 5 }, () => ({
      kind: 'points_received',
      last_error: 'more than 30 notices of this team today',
      params: {},
    })),
  )
  expect((await invite(team, ['other@notice.test'])).status).toBe(200)
  expect(await sent('notice.test')).toBe(1)
  t.clock.advance(dayMs)
  await makePost(t, from, [to], team.value_id, 1)
  t.clock.advance(20_000)
  expect(await sent('example.test')).toBe(1)
})
