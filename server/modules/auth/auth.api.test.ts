import { hourMs } from '#contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { readMailedCode, requestSignInCode } from '#tests/support/sign-in-codes.ts'

const t = setupTestApp(() => ({ env: { TRUST_PROXY: 'on' } }))
let n = 0
// The hourly limit of codes is counted by client address, so each test runs in its own hour.
beforeEach(() => t.clock.advance(hourMs + 1))

const freshEmail = () => `somebody${(n += 1)}@example.test`
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
    const requested = await requestSignInCode(t, email)
    const answers: unknown[] = []
    for (let i = 0; i < 6; i += 1)
      answers.push(
        (
          await t.call('auth.verify_code', {
            body: { ...requested, code: wrongCode(requested.code) },
          })
        ).body,
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
  const requested = await requestSignInCode(t, freshEmail())
  const first = await t.call('auth.verify_code', { body: requested })
  expect(first.status).toBe(200)
  expect(first.body.workspaces).toEqual([])
  expect((await t.call('auth.verify_code', { body: requested })).codes).toEqual(['invalid_code'])
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
  const requested = await requestSignInCode(t, freshEmail())
  const answers = []
  for (let i = 0; i < 5; i += 1)
    answers.push(
      ...(
        await t.call('auth.verify_code', {
          body: { ...requested, code: wrongCode(requested.code) },
        })
      ).codes,
    )
  expect(answers).toEqual([
    'invalid_code',
    'invalid_code',
    'invalid_code',
    'invalid_code',
    'code_exhausted',
  ])
  const refused = await t.call('auth.verify_code', { body: requested })
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

  const other = await requestSignInCode(t, freshEmail())
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
  const requested = await requestSignInCode(t, freshEmail())
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => t.call('auth.verify_code', { body: requested })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('a code is bound to its address and sig for ten minutes', async () => {
  const first = await requestSignInCode(t, freshEmail())
  const second = await requestSignInCode(t, first.email)
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
  const mine = await requestSignInCode(t, freshEmail())
  const theirs = await requestCodeFrom('198.51.100.7', mine.email)
  for (let i = 0; i < 5; i += 1)
    await t.call('auth.verify_code', {
      body: { ...mine, sig: theirs.body.sig, code: wrongCode(readMailedCode(t, mine.email)) },
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
  const requested = await requestSignInCode(t, freshEmail())
  const { body } = await t.call('auth.verify_code', { body: requested })
  const rows = await t.services.db.global.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(body.access_token)
  expect(
    JSON.stringify(await t.services.db.global.selectFrom('sign_in_codes').selectAll().execute()),
  ).not.toContain(requested.email)
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
    updatePermissionColumns(trx, team.workspace_id, team.admin.user_id, {
      global_administrator: false,
      account_administrator: false,
    }),
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

test('error messages use the language of the reader', async () => {
  const answer = await t.call('auth.get_code', {
    body: { email: 'x' },
    headers: { 'accept-language': 'uk-UA,uk;q=0.9' },
  })
  expect(answer.errors).toEqual([
    { code: 'email_invalid', field: 'email', message: 'Введіть правильну адресу пошти' },
  ])
})
