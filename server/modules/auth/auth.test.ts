import { beforeEach, expect, test } from 'vitest'
import { drainOutbox } from '#server/modules/notifications/outbox.ts'
import { testApp } from '#server/test/app.ts'
import { makeMember, makeTeam } from '#server/test/factories.ts'
import { namedToken } from './rules.ts'

const t = testApp()
let n = 0
const hour = 3_600_000
// The hourly number of codes is counted by client address: each test is an hour of its own.
beforeEach(() => t.clock.advance(hour + 1))

const fresh = () => `somebody${(n += 1)}@example.test`
const codeIn = (email: string) => t.mails.findLast((mail) => mail.to === email)?.subject.slice(0, 6) ?? ''
async function getCode(email: string) {
  const { body: { sig } } = await t.call('auth.get_code', { body: { email } })
  return { email, sig, code: codeIn(email) }
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('known and unknown addresses get the same answer', async () => {
  const team = await makeTeam(t)
  const [known, unknown] = [await t.call('auth.get_code', { body: { email: team.admin.email } }), await t.call('auth.get_code', { body: { email: fresh() } })]
  expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
})

test('a known address is asked for at the same cost as an unknown one: the same statements, the same mail, also when the code is wrong', async () => {
  const team = await makeTeam(t)
  const cost = async (email: string) => {
    const said: string[] = []
    const { db } = t.services
    const executor = db.global.getExecutor()
    const run = executor.executeQuery.bind(executor)
    executor.executeQuery = (query, ...rest) => { said.push(query.sql); return run(query, ...rest) }
    const mails = t.mails.length
    const asked = await getCode(email)
    const answer = await t.call('auth.verify_code', { body: { ...asked, code: wrong(asked.code) } })
    executor.executeQuery = run
    return { said, mails: t.mails.length - mails, answer: answer.body }
  }
  const known = await cost(team.admin.email)
  expect(known.said.length).toBeGreaterThan(3)
  expect(await cost(fresh())).toEqual(known)
})

test('a code signs in once; its temporary token lists and creates teams', async () => {
  const asked = await getCode(fresh())
  const first = await t.call('auth.verify_code', { body: asked })
  expect(first.status).toBe(200)
  expect(first.body.workspaces).toEqual([])
  expect((await t.call('auth.verify_code', { body: asked })).codes).toEqual(['invalid_code'])
  const created = await t.call('auth.create_workspace', { token: first.body.access_token, body: { name: 'Team', timezone: 'Europe/Berlin', language: 'ru' } })
  const config = (await t.call('config.get', { token: created.body.access_token })).body
  expect(config).toMatchObject({ workspace: { name: 'Team', billing_active: true, trial_days: 30, users_count: 1 }, settings: { timezone: 'Europe/Berlin', language: 'ru', active_color: '#F2AE43' } })
  expect(Object.values(config.permissions)).toEqual([true, true, true, true])
  expect(config.values).toHaveLength(5)
  expect(config.values[0]).toMatchObject({ default: true, name: 'Команда' })
  expect(config).toMatchObject({ demo_data: true, rewards_exist: true, access_token: created.body.access_token })
  expect((await t.call('posts.list', { token: created.body.access_token })).body.length).toBeGreaterThan(5)
  await t.checkLedger()
})

test('five tries, then the right code is refused too; a hundred at once are evaluated five times', async () => {
  const asked = await getCode(fresh())
  for (let i = 0; i < 5; i += 1) expect((await t.call('auth.verify_code', { body: { ...asked, code: wrong(asked.code) } })).codes).toEqual(['invalid_code'])
  expect((await t.call('auth.verify_code', { body: asked })).codes).toEqual(['invalid_code'])

  const other = await getCode(fresh())
  await Promise.all(Array.from({ length: 100 }, () => t.call('auth.verify_code', { body: { ...other, code: wrong(other.code) } })))
  const rows = await t.services.db.global.selectFrom('sign_in_codes').select('tries').orderBy('id', 'desc').limit(1).execute()
  expect(rows).toEqual([{ tries: 5 }])
})

test('the right code 20 times at once signs in once', async () => {
  const asked = await getCode(fresh())
  const answers = await Promise.all(Array.from({ length: 5 }, () => t.call('auth.verify_code', { body: asked })))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('a code is bound to its address, lives ten minutes, and the newest counts', async () => {
  const asked = await getCode(fresh())
  expect((await t.call('auth.verify_code', { body: { ...asked, email: fresh() } })).codes).toEqual(['invalid_code'])
  const newer = await getCode(asked.email)
  expect((await t.call('auth.verify_code', { body: asked })).codes).toEqual(['invalid_code'])
  t.clock.advance(10 * 60_000 + 1)
  expect((await t.call('auth.verify_code', { body: newer })).codes).toEqual(['invalid_code'])
})

test('five codes an hour for an address, twenty for a client, then 429 with when to come back', async () => {
  const email = fresh()
  for (let i = 0; i < 5; i += 1) expect((await t.call('auth.get_code', { body: { email } })).status).toBe(200)
  t.clock.advance(10 * 60_000)
  const held = await t.call('auth.get_code', { body: { email } })
  expect([held.status, held.codes]).toEqual([429, ['too_many']])
  expect(Number(held.headers['retry-after'])).toBe(3_000)
  for (let i = 0; i < 15; i += 1) expect((await t.call('auth.get_code', { body: { email: fresh() } })).status).toBe(200)
  expect((await t.call('auth.get_code', { body: { email: fresh() } })).codes).toEqual(['too_many'])
})

test('a mail that cannot be sent says so and leaves no code behind', async () => {
  const before = await t.services.db.global.selectFrom('sign_in_codes').select('id').execute()
  t.mail_down.value = true
  const answer = await t.call('auth.get_code', { body: { email: fresh() } })
  t.mail_down.value = false
  expect([answer.status, answer.errors[0]?.message]).toEqual([502, 'Error occurred while sending email. Please try again.'])
  expect(await t.services.db.global.selectFrom('sign_in_codes').select('id').execute()).toHaveLength(before.length)
})

test('the database holds neither codes nor tokens', async () => {
  const asked = await getCode(fresh())
  const { body } = await t.call('auth.verify_code', { body: asked })
  const rows = await t.services.db.global.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(body.access_token)
  expect(JSON.stringify(await t.services.db.global.selectFrom('sign_in_codes').selectAll().execute())).not.toContain(asked.email)
})

async function invited() {
  const team = await makeTeam(t)
  const email = fresh()
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) => trx.selectFrom('outbox').selectAll().execute())
  const link = (rows[0] as { params: { link: string } }).params.link
  return { team, email, token: new URL(link).searchParams.get('token') ?? '' }
}

test('an invite link joins once', async () => {
  const { team, email, token } = await invited()
  expect((await t.call('auth.verify_invite', { body: { token } })).body).toMatchObject({ email, workspace: { id: team.workspace_id } })
  const answers = await Promise.all([1, 2, 3].map(() => t.call('auth.accept_invite', { body: { token } })))
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422, 422])
  const joined = answers.find((answer) => answer.status === 200)
  expect((await t.call('config.get', { token: joined?.body.access_token ?? '' })).body.user).toMatchObject({ email, state: 'accepted' })
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual(['invite_invalid'])
})

test('an invite that is malformed, unknown or too old is not valid', async () => {
  const { team, token } = await invited()
  for (const bad of ['x', 'x'.repeat(54), namedToken(team.workspace_id), `${token}x`]) expect((await t.call('auth.accept_invite', { body: { token: bad } })).codes).toEqual(['invite_invalid'])
  t.clock.advance(30 * 86_400_000 + 1)
  expect((await t.call('auth.verify_invite', { body: { token } })).codes).toEqual(['invite_invalid'])
})

test('signing in with the invited address accepts the invite, and its link ends', async () => {
  const { team, email, token } = await invited()
  const { body } = await t.call('auth.verify_code', { body: await getCode(email) })
  expect(body.workspaces).toMatchObject([{ id: team.workspace_id, state: 'pending' }])
  const entered = await t.call('auth.create_session', { token: body.access_token, body: { workspace_id: team.workspace_id } })
  expect((await t.call('config.get', { token: entered.body.access_token })).body.user.state).toBe('accepted')
  expect((await t.call('auth.accept_invite', { body: { token } })).codes).toEqual(['invite_invalid'])
})

test('the invite mail goes out once, also when two workers race, and its link is wiped', async () => {
  const { team, email } = await invited()
  t.mail_down.value = true
  await drainOutbox(t.services)
  t.mail_down.value = false
  await drainOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toEqual([])
  t.clock.advance(5_001)
  await Promise.all([drainOutbox(t.services), drainOutbox(t.services)])
  await drainOutbox(t.services)
  expect(t.mails.filter((mail) => mail.to === email)).toHaveLength(1)
  const row = await t.services.db.tenant(team.workspace_id, (trx) => trx.selectFrom('outbox').selectAll().executeTakeFirstOrThrow())
  expect(row).toMatchObject({ state: 'sent', attempts: 2, params: {} })
})

test('logging out, deactivating and deleting end a session at the next request', async () => {
  const team = await makeTeam(t)
  const [a, b] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  expect((await t.call('auth.end_session', { token: a.token })).status).toBe(204)
  expect((await t.call('config.get', { token: a.token })).status).toBe(401)
  await t.services.db.tenant(team.workspace_id, (trx) => trx.updateTable('users').set({ state: 'deactivated' }).where('id', '=', b.user_id).execute())
  expect((await t.call('config.get', { token: b.token })).status).toBe(401)
  await t.services.db.tenant(team.workspace_id, (trx) => trx.updateTable('permissions').set({ global_administrator: false, account_administrator: false }).where('user_id', '=', team.admin.user_id).execute())
  expect((await t.call('users.list', { token: team.admin.token })).status).toBe(403)
})

test('a session slides: 30 days without a request end it, a request in between does not', async () => {
  const team = await makeTeam(t)
  t.clock.advance(20 * 86_400_000)
  expect((await t.call('values.list', { token: team.admin.token })).status).toBe(200)
  t.clock.advance(20 * 86_400_000)
  expect((await t.call('config.get', { token: team.admin.token })).status).toBe(200)
  t.clock.advance(30 * 86_400_000 + 1)
  expect((await t.call('config.get', { token: team.admin.token })).status).toBe(401)
})

test('an account creates ten teams a day at most', async () => {
  const { body } = await t.call('auth.verify_code', { body: await getCode(fresh()) })
  for (let i = 0; i < 10; i += 1) expect((await t.call('auth.create_workspace', { token: body.access_token, body: { name: `T${i}` } })).status).toBe(200)
  expect((await t.call('auth.create_workspace', { token: body.access_token, body: { name: 'T' } })).codes).toEqual(['too_many'])
})

test('errors speak the reader’s language', async () => {
  const answer = await t.call('auth.get_code', { body: { email: 'x' }, headers: { 'accept-language': 'uk-UA,uk;q=0.9' } })
  expect(answer.errors).toEqual([{ code: 'email_invalid', field: 'email', message: 'Введіть правильну адресу пошти' }])
})
