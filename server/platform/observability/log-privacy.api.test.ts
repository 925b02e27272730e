import { context, trace } from '@opentelemetry/api'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  inviteTokenOf,
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { createLog, scrub, serializeError } from './log.ts'
import { traceDatabase } from './tracing.ts'

const lines: string[] = []
type Line = { msg: string; event?: string; refusal?: string }
const logged = () => lines.map((line) => JSON.parse(line) as Line)
const provider = new NodeTracerProvider()
const t = setupTestApp(() => ({
  env: { LOG_LEVEL: 'trace', OTEL: 'on' },
  log: { write: (line) => void lines.push(line) },
  wrap: traceDatabase,
}))
let team: Team
let member: Member

beforeAll(async () => {
  provider.register()
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id, {
    first_name: 'Evangelina',
    last_name: 'Quarterstaff',
  })
})
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
  context.disable()
})

test('removes personal data from logged errors', () => {
  const refused = Object.assign(
    new Error('duplicate key value violates unique constraint "users_email"'),
    {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(eva@example.test) already exists.',
      constraint: 'users_email',
      table: 'users',
    },
  )
  const serialized = serializeError(
    new Error('could not send to eva@example.test at 10.1.2.3', { cause: refused }),
  )
  expect(serialized).toMatchObject({
    type: 'Error',
    message: 'could not send to [address] at [ip]',
    cause: { code: '23505', constraint: 'users_email', table: 'users' },
  })
  expect(serialized.stack).toContain('log-privacy.api.test.ts')
  expect(JSON.stringify(serialized)).not.toContain('eva@')
  expect(
    scrub(`${member.token} 123456 +4915112345678 ::1 fe80:0:0:1::2 12:30:59 ${team.workspace_id}`),
  ).toBe(`[token] [number] [number] [ip] [ip] 12:30:59 ${team.workspace_id}`)
  const out: string[] = []
  createLog('info', { write: (line) => void out.push(line) }).error(
    { err: 'eva@example.test', reason: refused.detail, email: 'eva@example.test' },
    'x',
  )
  expect(out.join('')).not.toContain('eva@')
})

const text = 'The very particular thing you did for us'

/** Signs up, creates a team, and invites a member who joins. Returns every secret. */
async function playSignUp() {
  const email = 'newcomer@journey.example.test'
  const asked = await requestSignInCode(t, email)
  const { sig, code } = asked
  await t.call('auth.verify_code', {
    body: { ...asked, code: code === '000000' ? '000001' : '000000' },
  })
  const { body: verified } = await t.call('auth.verify_code', { body: asked })
  const made = await t.call('auth.create_workspace', {
    token: verified.access_token,
    body: { name: 'Zephyrine Ltd', timezone: 'UTC', language: 'en' },
  })
  const token = made.body.access_token
  await t.call('profiles.update_me', {
    token,
    body: { first_name: 'Bartholomew', last_name: 'Featherington', phone: '+4915112345678' },
  })
  await t.call('users.create', {
    token,
    body: { users: [{ email: 'invited@journey.example.test', first_name: 'Wilhelmina' }] },
  })
  await processOutbox(t.services)
  const invited =
    t.mails
      .findLast((mail) => mail.to === 'invited@journey.example.test')
      ?.text.match(/https?:\S+/)?.[0] ?? ''
  const invite = inviteTokenOf(invited)
  await t.call('auth.verify_invite', { body: { token: invite } })
  const joined = await t.call('auth.accept_invite', { body: { token: invite } })
  return {
    email,
    code,
    sig,
    signIn: verified.access_token,
    session: token,
    joined: joined.body.access_token,
    invite,
  }
}

/** Creates a post, searches it, redeems a reward and sends failing mails. */
async function playRecognition(): Promise<void> {
  await addBalance(t, member, 50)
  await t.call('posts.create', {
    token: member.token,
    key: 'a-key-of-the-journey',
    body: { to_id: [team.admin.user_id], value_id: team.value_id, score: 5, description: text },
  })
  await t.call('posts.list', { token: member.token, query: { search: 'particular thing' } })
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Marzipan', price: 5, comment_required: true },
  })
  await t.call('shop.redeem', {
    token: member.token,
    params: { id: reward.body.id },
    body: { comment: 'without almonds please' },
  })
  t.failMail.value = true
  await processOutbox(t.services)
  t.failMail.value = false
}

/** Acts with impersonation, an access token and without permission. Returns every secret. */
async function playDelegatedAccess() {
  const link =
    (await createImpersonationLink(
      t.services.db,
      team.workspace_id,
      member.email,
      'Operatrix',
      t.clock.now(),
    )) ?? ''
  const place = (await t.call('auth.impersonate', { body: { token: link } })).body.access_token
  await t.call('profiles.update_me', { token: place, body: { job_title: 'Cartographer' } })
  await markPresent(t, team.admin)
  const own = (
    await t.call('tokens.create', {
      token: team.admin.token,
      body: { name: 'Sesquipedalian', scopes: ['settings:write'], expires_on: '2026-07-01' },
    })
  ).body.token
  await t.call('settings.update', { token: own, body: { limit: 40 } })
  await t.call('users.list', { token: own })
  await t.call('settings.update', { token: member.token, body: { limit: 40 } })
  return { link, place, own }
}

function expectAbsentFromLog(secrets: string[]): void {
  const all = lines.join('\n')
  for (const secret of secrets) {
    expect(secret.length, 'a secret that is empty hides nothing').toBeGreaterThan(3)
    expect(all.includes(secret), secret).toBe(false)
  }
}

test('logs no personal data during the main journeys at level trace', async () => {
  lines.length = 0
  const signUp = await playSignUp()
  await playRecognition()
  const delegated = await playDelegatedAccess()
  // A session that has ended.
  await t.call('auth.end_session', { token: signUp.session })
  await t.call('config.get', { token: signUp.session })

  const events = logged().flatMap(({ event, refusal }) =>
    event ? [`${event} ${refusal ?? ''}`.trim()] : [],
  )
  for (const wanted of [
    'sign_in',
    'sign_in invalid_code',
    'act',
    'refused scope_missing',
    'refused forbidden',
    'refused unauthorized',
  ])
    expect(events).toContain(wanted)
  expect(logged().filter((line) => line.msg === 'request').length).toBeGreaterThan(8)
  expect(signUp.invite.length).toBeGreaterThan(20)
  expectAbsentFromLog([
    ...Object.values(signUp),
    ...Object.values(delegated),
    member.email,
    team.admin.email,
    member.token,
    team.admin.token,
    text,
    'journey.example.test',
    'Operatrix',
    'Cartographer',
    'Sesquipedalian',
    'Bartholomew',
    'Featherington',
    'Evangelina',
    'Zephyrine',
    'Wilhelmina',
    '4915112345678',
    'almonds',
    'Marzipan',
    '127.0.0.1',
    'a-key-of-the-journey',
  ])
})
