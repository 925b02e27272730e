import { hourMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { inviteTokenOf, makeMember, makeTeam } from '#tests/support/factories.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'

const t = setupTestApp(() => ({ env: { TRUST_PROXY: 'on' } }))
let n = 0
// The hourly limit of codes is counted by client address, so each test runs in its own hour.
beforeEach(() => t.clock.advance(hourMs + 1))

const freshEmail = () => `somebody${(n += 1)}@example.test`
const codeIn = (email: string) =>
  t.mails.findLast((mail) => mail.to === email)?.subject.slice(0, 6) ?? ''
async function getCode(email: string) {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email } })
  return { email, sig, code: codeIn(email) }
}
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

test('known and unknown addresses receive the same response', async () => {
  const team = await makeTeam(t)
  const [known, unknown] = [
    await t.call('auth.get_code', { body: { email: team.admin.email } }),
    await t.call('auth.get_code', { body: { email: freshEmail() } }),
  ]
  expect([known.status, Object.keys(known.body)]).toEqual([
    unknown.status,
    Object.keys(unknown.body),
  ])
})

test('known and unknown addresses take the same statements and mails', async () => {
  const team = await makeTeam(t)
  const cost = async (email: string) => {
    const said: string[] = []
    const { db } = t.services
    const executor = db.global.getExecutor()
    const run = executor.executeQuery.bind(executor)
    executor.executeQuery = (query, ...rest) => {
      said.push(query.sql)
      return run(query, ...rest)
    }
    const mails = t.mails.length
    const asked = await getCode(email)
    const answers: unknown[] = []
    for (let i = 0; i < 6; i += 1)
      answers.push(
        (await t.call('auth.verify_code', { body: { ...asked, code: wrongCode(asked.code) } }))
          .body,
      )
    executor.executeQuery = run
    return { said, mails: t.mails.length - mails, answers }
  }
  const known = await cost(team.admin.email)
  // One statement for the code and one for each attempt.
  expect(known.said).toHaveLength(7)
  expect(await cost(freshEmail())).toEqual(known)
})

test('a code signs in once and its token lists and creates teams', async () => {
  const asked = await getCode(freshEmail())
  const first = await t.call('auth.verify_code', { body: asked })
  expect(first.status).toBe(200)
  expect(first.body.workspaces).toEqual([])
  expect((await t.call('auth.verify_code', { body: asked })).codes).toEqual(['invalid_code'])
  const created = await t.call('auth.create_workspace', {
    token: first.body.access_token,
    body: { name: 'Team', timezone: 'Europe/Berlin', language: 'ru' },
  })
  const config = (await t.call('config.get', { token: created.body.access_token })).body
  expect(config).toMatchObject({
    workspace: { name: 'Team', billing_active: true, trial_days: 30, users_count: 1 },
    settings: { timezone: 'Europe/Berlin', language: 'ru', active_color: '#F2AE43' },
  })
  expect(Object.values(config.permissions)).toEqual([true, true, true, true])
  expect(config.values).toHaveLength(5)
  expect(config.values[0]).toMatchObject({ default: true, name: 'Команда' })
  expect(config).toMatchObject({
    demo_data: true,
    rewards_exist: true,
    access_token: created.body.access_token,
  })
  expect(
    (await t.call('posts.list', { token: created.body.access_token })).body.length,
  ).toBeGreaterThan(5)
  await t.checkLedger()
})

test('the sixth attempt is refused even with the right code', async () => {
  const asked = await getCode(freshEmail())
  const answers = []
  for (let i = 0; i < 5; i += 1)
    answers.push(
      ...(await t.call('auth.verify_code', { body: { ...asked, code: wrongCode(asked.code) } }))
        .codes,
    )
  expect(answers).toEqual([
    'invalid_code',
    'invalid_code',
    'invalid_code',
    'invalid_code',
    'code_exhausted',
  ])
  const refused = await t.call('auth.verify_code', { body: asked })
  expect([refused.status, refused.errors]).toEqual([
    401,
    [
      {
        code: 'code_exhausted',
        field: 'code',
        message: 'This code no longer works. Please get a new one',
      },
    ],
  ])

  const other = await getCode(freshEmail())
  await Promise.all(
    Array.from({ length: 100 }, () =>
      t.call('auth.verify_code', { body: { ...other, code: wrongCode(other.code) } }),
    ),
  )
  const rows = await t.services.db.global
    .selectFrom('sign_in_codes')
    .select('tries')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(rows).toEqual([{ tries: 5 }])
})

test('one of 20 concurrent sign-ins with the same code succeeds', async () => {
  const asked = await getCode(freshEmail())
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => t.call('auth.verify_code', { body: asked })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('a code is bound to its address and sig for ten minutes', async () => {
  const first = await getCode(freshEmail())
  const second = await getCode(first.email)
  expect(
    (await t.call('auth.verify_code', { body: { ...first, email: freshEmail() } })).codes,
  ).toEqual(['invalid_code'])
  expect(
    (
      await t.call('auth.verify_code', {
        body: { ...first, code: first.code === second.code ? wrongCode(second.code) : second.code },
      })
    ).codes,
  ).toEqual(['invalid_code'])
  expect(
    (
      await t.call('auth.verify_code', {
        body: {
          ...first,
          sig: second.sig,
          code: first.code === second.code ? wrongCode(first.code) : first.code,
        },
      })
    ).codes,
  ).toEqual(['invalid_code'])
  t.clock.advance(10 * 60_000 + 1)
  expect((await t.call('auth.verify_code', { body: second })).codes).toEqual(['code_exhausted'])
})

test('a new code keeps earlier codes of the address valid', async () => {
  const mine = await getCode(freshEmail())
  const theirs = await requestCodeFrom('198.51.100.7', mine.email)
  for (let i = 0; i < 5; i += 1)
    await t.call('auth.verify_code', {
      body: { ...mine, sig: theirs.body.sig, code: wrongCode(codeIn(mine.email)) },
    })
  expect((await t.call('auth.verify_code', { body: mine })).status).toBe(200)
})

/** Requests a code from a client address behind a proxy. */
const requestCodeFrom = (client: string, email: string) =>
  t.call('auth.get_code', { body: { email }, headers: { 'x-forwarded-for': client } })

test('returns 429 after five codes an hour for a client and address', async () => {
  const email = freshEmail()
  for (let i = 0; i < 5; i += 1)
    expect((await t.call('auth.get_code', { body: { email } })).status).toBe(200)
  t.clock.advance(10 * 60_000)
  const held = await t.call('auth.get_code', { body: { email } })
  expect([held.status, held.codes]).toEqual([429, ['too_many']])
  expect(Number(held.headers['retry-after'])).toBe(3_000)
  expect((await t.call('auth.get_code', { body: { email: freshEmail() } })).status).toBe(200)
  expect((await requestCodeFrom('198.51.100.8', email)).status).toBe(200)
  t.clock.advance(50 * 60_000)
  expect((await t.call('auth.get_code', { body: { email } })).status).toBe(200)
})

test('an address gets at most 20 codes and 100 attempts an hour', async () => {
  const email = freshEmail()
  const sigs: string[] = []
  for (let i = 0; i < 20; i += 1)
    sigs.push((await requestCodeFrom(`198.51.100.${10 + Math.floor(i / 5)}`, email)).body.sig)
  expect((await requestCodeFrom('198.51.100.20', email)).codes).toEqual(['too_many'])
  for (const sig of sigs)
    for (let i = 0; i < 6; i += 1)
      await t.call('auth.verify_code', { body: { email, sig, code: '000000' } })
  const rows = await t.services.db.global
    .selectFrom('sign_in_codes')
    .select('tries')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  expect(rows.map(({ tries }) => tries)).toEqual(Array(20).fill(5))
})

test('an IPv6 network counts as one client', async () => {
  const email = freshEmail()
  for (let i = 0; i < 5; i += 1)
    expect((await requestCodeFrom(`2001:db8:1:2::${i + 1}`, email)).status).toBe(200)
  expect((await requestCodeFrom('2001:db8:1:2:ffff::1', email)).codes).toEqual(['too_many'])
  expect((await requestCodeFrom('2001:db8:1:3::1', email)).status).toBe(200)
})

test('returns mail_failed and deletes the code of an unsent mail', async () => {
  const before = await t.services.db.global.selectFrom('sign_in_codes').select('id').execute()
  t.failMail.value = true
  const answer = await t.call('auth.get_code', { body: { email: freshEmail() } })
  t.failMail.value = false
  expect([answer.status, answer.errors[0]?.message]).toEqual([
    502,
    'Error occurred while sending email. Please try again.',
  ])
  expect(
    await t.services.db.global.selectFrom('sign_in_codes').select('id').execute(),
  ).toHaveLength(before.length)
})

test('the database contains neither codes nor tokens in clear text', async () => {
  const asked = await getCode(freshEmail())
  const { body } = await t.call('auth.verify_code', { body: asked })
  const rows = await t.services.db.global.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(body.access_token)
  expect(
    JSON.stringify(await t.services.db.global.selectFrom('sign_in_codes').selectAll().execute()),
  ).not.toContain(asked.email)
})

async function inviteMember() {
  const team = await makeTeam(t)
  const email = freshEmail()
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').selectAll().execute(),
  )
  const link = (rows[0] as { params: { link: string } }).params.link
  return { team, email, token: inviteTokenOf(link) }
}

test('an invite link is accepted once', async () => {
  const { team, email, token } = await inviteMember()
  expect((await t.call('auth.verify_invite', { body: { token } })).body).toMatchObject({
    email,
    workspace: { id: team.workspace_id },
  })
  const answers = await Promise.all(
    [1, 2, 3].map(() => t.call('auth.accept_invite', { body: { token } })),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422, 422])
  const joined = answers.find((answer) => answer.status === 200)
  expect(
    (await t.call('config.get', { token: joined?.body.access_token ?? '' })).body.user,
  ).toMatchObject({ email, state: 'accepted' })
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('returns invite_invalid for a malformed, unknown or expired link', async () => {
  const { team, token } = await inviteMember()
  for (const bad of ['x', 'x'.repeat(54), createWorkspaceToken(team.workspace_id), `${token}x`])
    expect((await t.call('auth.accept_invite', { body: { token: bad } })).codes).toEqual([
      'invite_invalid',
    ])
  t.clock.advance(30 * 86_400_000 + 1)
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('sign-in with the invited address accepts the invite', async () => {
  const { team, email, token } = await inviteMember()
  const { body } = await t.call('auth.verify_code', { body: await getCode(email) })
  expect(body.workspaces).toMatchObject([{ id: team.workspace_id, state: 'pending' }])
  const entered = await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: team.workspace_id },
  })
  expect((await t.call('config.get', { token: entered.body.access_token })).body.user.state).toBe(
    'accepted',
  )
  expect((await t.call('auth.accept_invite', { body: { token } })).codes).toEqual([
    'invite_invalid',
  ])
})

test('two workers send an invite mail once and erase its link', async () => {
  const { team, email } = await inviteMember()
  t.failMail.value = true
  await processOutbox(t.services)
  t.failMail.value = false
  await processOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toEqual([])
  t.clock.advance(5_001)
  await Promise.all([processOutbox(t.services), processOutbox(t.services)])
  await processOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toHaveLength(1)
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').selectAll().executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ state: 'sent', attempts: 2, params: {} })
})

test('logout, deactivation and deletion end a session immediately', async () => {
  const team = await makeTeam(t)
  const [a, b] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  expect((await t.call('auth.end_session', { token: a.token })).status).toBe(204)
  expect((await t.call('config.get', { token: a.token })).status).toBe(401)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('users').set({ state: 'deactivated' }).where('id', '=', b.user_id).execute(),
  )
  expect((await t.call('config.get', { token: b.token })).status).toBe(401)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('permissions')
      .set({ global_administrator: false, account_administrator: false })
      .where('user_id', '=', team.admin.user_id)
      .execute(),
  )
  expect((await t.call('users.list', { token: team.admin.token })).status).toBe(403)
})

test('a session expires after 30 days without a request', async () => {
  const team = await makeTeam(t)
  t.clock.advance(20 * 86_400_000)
  expect((await t.call('values.list', { token: team.admin.token })).status).toBe(200)
  t.clock.advance(20 * 86_400_000)
  expect((await t.call('config.get', { token: team.admin.token })).status).toBe(200)
  t.clock.advance(30 * 86_400_000 + 1)
  expect((await t.call('config.get', { token: team.admin.token })).status).toBe(401)
})

test('an account creates at most ten teams a day', async () => {
  const { body } = await t.call('auth.verify_code', { body: await getCode(freshEmail()) })
  for (let i = 0; i < 10; i += 1)
    expect(
      (await t.call('auth.create_workspace', { token: body.access_token, body: { name: `T${i}` } }))
        .status,
    ).toBe(200)
  expect(
    (await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'T' } }))
      .codes,
  ).toEqual(['too_many'])
})

test('invitations do not count against the daily limit of teams', async () => {
  const email = freshEmail()
  for (let i = 0; i < 10; i += 1)
    await t.call('users.create', {
      token: (await makeTeam(t)).admin.token,
      body: { users: [{ email }] },
    })
  const { body } = await t.call('auth.verify_code', { body: await getCode(email) })
  expect(body.workspaces).toHaveLength(10)
  expect(
    (await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Own' } }))
      .status,
  ).toBe(200)
})

test('the daily limit of teams ignores teams that the account left', async () => {
  const { body } = await t.call('auth.verify_code', { body: await getCode(freshEmail()) })
  const create = () =>
    t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Team' } })
  const first = await create()
  for (let i = 0; i < 9; i += 1) await create()
  await t.services.db.tenant(first.body.workspace.id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: null })
      .where('workspace_id', '=', first.body.workspace.id)
      .execute(),
  )
  expect([(await create()).codes, Number((await create()).headers['retry-after'])]).toEqual([
    ['too_many'],
    86_400,
  ])
  await t.services.db.global
    .updateTable('team_creations')
    .set((eb) => ({ created_at: sql<Date>`${eb.ref('created_at')} - interval '1 day'` }))
    .execute()
  expect((await create()).status).toBe(200)
})

test('a deactivated member reads the team and its administrators', async () => {
  const email = freshEmail()
  const { body } = await t.call('auth.verify_code', { body: await getCode(email) })
  expect(body.workspaces).toEqual([])
  expect((await t.call('auth.account', { token: body.access_token })).body).toEqual({
    email,
    first_name: '',
    last_name: '',
    ended: [],
  })

  const team = await makeTeam(t)
  const [gone, other] = [
    await makeMember(t, team.workspace_id, { first_name: 'Grace', last_name: 'Hopper' }),
    await makeMember(t, team.workspace_id, {
      first_name: 'Ada',
      last_name: 'King',
      permissions: { account_administrator: true },
    }),
  ]
  await makeMember(t, team.workspace_id, {
    first_name: 'No',
    last_name: 'Longer',
    state: 'deactivated',
    permissions: { account_administrator: true },
  })
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: gone.user_id },
    body: { state: 'deactivated' },
  })
  const asked = await t.call('auth.get_code', { body: { email: gone.email } })
  expect(Object.keys(asked.body)).toEqual(['sig'])
  const signed = await t.call('auth.verify_code', {
    body: { email: gone.email, sig: asked.body.sig, code: codeIn(gone.email) },
  })
  expect(signed.body.workspaces).toEqual([])
  const account = (await t.call('auth.account', { token: signed.body.access_token })).body
  const { name } = (await t.call('config.get', { token: team.admin.token })).body.workspace
  expect(account).toEqual({
    email: gone.email,
    first_name: 'Grace',
    last_name: 'Hopper',
    ended: [{ name, administrators: expect.arrayContaining(['Ada King']) }],
  })
  expect([account.ended[0]?.administrators.length, JSON.stringify(account)]).toEqual([
    2,
    expect.not.stringContaining(other.email),
  ])
  expect(JSON.stringify(account)).not.toContain('Longer')
})

test('a second team suggests only the account’s own name', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id, {
    first_name: 'Mary',
    last_name: 'Somerville',
  })
  const { body } = await t.call('auth.verify_code', { body: await getCode(member.email) })
  const { access_token: accessToken } = (
    await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'Second' } })
  ).body
  expect((await t.call('config.get', { token: accessToken })).body.user).toMatchObject({
    first_name: '',
    last_name: '',
  })
  expect((await t.call('auth.account', { token: accessToken })).body).toMatchObject({
    first_name: 'Mary',
    last_name: 'Somerville',
    ended: [],
  })
  // A name typed into an invitation by an administrator is not the account's own.
  const invitedEmail = freshEmail()
  await t.call('users.create', {
    token: team.admin.token,
    body: { users: [{ email: invitedEmail, first_name: 'Not', last_name: 'Mine' }] },
  })
  const invitee = await t.call('auth.verify_code', { body: await getCode(invitedEmail) })
  expect((await t.call('auth.account', { token: invitee.body.access_token })).body).toMatchObject({
    first_name: '',
    last_name: '',
  })
})

test('error messages use the language of the reader', async () => {
  const answer = await t.call('auth.get_code', {
    body: { email: 'x' },
    headers: { 'accept-language': 'uk-UA,uk;q=0.9' },
  })
  expect(answer.errors).toEqual([
    { code: 'email_invalid', field: 'email', message: 'Введіть правильну адресу пошти' },
  ])
})
