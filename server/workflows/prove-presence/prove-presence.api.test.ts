import { minuteMs } from '#contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { insertToken } from '#server/modules/tokens/queries.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { type CallInput, setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeSecondFactor,
  makeTeam,
  markPresent,
  type Member,
  totpCode,
  type Team,
} from '#tests/support/factories.ts'
import { runConcurrently } from '#tests/support/processes.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeEach(async () => {
  // The hourly limit of codes counts, so each test runs in its own hour.
  t.clock.advance(60 * minuteMs + 1)
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const codeIn = (email: string) =>
  /\b\d{6}\b/.exec(t.mails.findLast((mail) => mail.to === email)?.subject ?? '')?.[0] ?? ''
const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')
async function askForCode({ token, email }: Member): Promise<{ sig: string; code: string }> {
  const { body } = await t.call('presence.send_code', { token })
  return { sig: body.sig, code: codeIn(email) }
}
const prove = (token: string, body: object) => t.call('presence.prove', { token, body })
const presenceOf = async (token: string) => (await t.call('presence.get', { token })).body

/** Returns whether presence is proven, by creating an access token, which requires it. */
const isProven = async (token: string) => {
  const { codes } = await t.call('tokens.create', {
    token,
    body: {
      name: 'Script',
      scopes: ['posts:read'],
      expires_on: t.clock.now().toISOString().slice(0, 10),
    },
  })
  return codes[0] ?? 'made'
}

async function signIn(email: string): Promise<string> {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email } })
  return (await t.call('auth.verify_code', { body: { email, sig, code: codeIn(email) } })).body
    .access_token
}
const enter = async (token: string, workspaceId = team.workspace_id) =>
  (await t.call('auth.create_session', { token, body: { workspace_id: workspaceId } })).body
    .access_token

test('a mailed code proves presence for ten minutes in one session', async () => {
  const elsewhere = await startSession(t.services.db.global, t.clock.now(), {
    kind: 'session',
    account_id: member.account_id,
    workspace_id: team.workspace_id,
    user_id: member.user_id,
  })
  expect(await presenceOf(member.token)).toEqual({
    method: 'code',
    proven_until: null,
    confined: false,
    danger_zone_from: null,
  })
  expect(await isProven(member.token)).toBe('presence_required')
  const asked = await askForCode(member)
  expect(t.mails.at(-1)).toMatchObject({
    to: member.email,
    subject: `${asked.code} confirms it’s you`,
  })
  const proven = await prove(member.token, asked)
  expect([proven.status, proven.body.proven_until]).toEqual([
    200,
    new Date(t.clock.now().getTime() + 10 * minuteMs).toISOString(),
  ])
  expect([await isProven(member.token), await isProven(elsewhere)]).toEqual([
    'made',
    'presence_required',
  ])
  expect((await prove(elsewhere, asked)).codes).toEqual(['invalid_code'])
  t.clock.advance(limits.presence_minutes * minuteMs - 1)
  expect(await isProven(member.token)).toBe('made')
  t.clock.advance(1)
  expect(await isProven(member.token)).toBe('presence_required')
  expect((await presenceOf(member.token)).proven_until).toBeNull()
})

test('a presence code has five attempts and works once', async () => {
  const asked = await askForCode(member)
  const stranger = await makeMember(t, team.workspace_id)
  expect((await prove(stranger.token, asked)).codes).toEqual(['invalid_code'])
  expect((await prove(member.token, {})).codes).toEqual(['invalid_code'])
  expect((await prove(member.token, { sig: asked.sig })).codes).toEqual(['invalid_code'])
  const wrong = { ...asked, code: otherCode(asked.code) }
  for (let n = 1; n < limits.code_tries_max; n += 1)
    expect((await prove(member.token, wrong)).codes).toEqual(['invalid_code'])
  expect((await prove(member.token, wrong)).codes).toEqual(['code_exhausted'])
  expect((await prove(member.token, asked)).codes).toEqual(['code_exhausted'])
  const next = await askForCode(member)
  const answers = await runConcurrently(3, () => prove(member.token, next))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

test('sign-in codes and presence codes are not interchangeable', async () => {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: member.email } })
  expect((await prove(member.token, { sig, code: codeIn(member.email) })).codes).toEqual([
    'invalid_code',
  ])
  const asked = await askForCode(member)
  expect(
    (await t.call('auth.verify_code', { body: { email: member.email, ...asked } })).codes,
  ).toEqual(['invalid_code'])
})

test('an account with a second factor cannot use a mailed code', async () => {
  const before = await askForCode(member)
  const { secret, recovery_codes: recoveryCodes } = await makeSecondFactor(t, member)
  t.clock.advance(limits.presence_minutes * minuteMs)
  expect((await presenceOf(member.token)).method).toBe('second_factor')
  const refused = await t.call('presence.send_code', { token: member.token })
  expect([refused.status, refused.codes]).toEqual([403, ['second_factor_needed']])
  expect(
    (await t.call('profiles.get_code', { token: member.token, body: { email: member.email } }))
      .codes,
  ).toEqual(['second_factor_needed'])
  expect((await prove(member.token, before)).codes).toEqual(['second_factor_needed'])
  expect(
    (
      await t.call('profiles.verify_code', {
        token: member.token,
        body: { email: member.email, ...before },
      })
    ).codes,
  ).toEqual(['second_factor_needed'])
  expect(await isProven(member.token)).toBe('presence_required')
  const code = totpCode(secret, t.clock.now())
  expect((await prove(member.token, { second_factor: code })).status).toBe(200)
  expect((await prove(member.token, { second_factor: code })).codes).toEqual([
    'second_factor_invalid',
  ])
  expect(await isProven(member.token)).toBe('made')
  t.clock.advance(limits.presence_minutes * minuteMs)
  const answers = await runConcurrently(3, () =>
    prove(member.token, { second_factor: recoveryCodes[0] }),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test('adding a second factor clears the proofs of other sessions', async () => {
  const elsewhere = await startSession(t.services.db.global, t.clock.now(), {
    kind: 'session',
    account_id: member.account_id,
    workspace_id: team.workspace_id,
    user_id: member.user_id,
  })
  await markPresent(t, { token: elsewhere })
  await makeSecondFactor(t, member)
  expect([await isProven(member.token), await isProven(elsewhere)]).toEqual([
    'made',
    'presence_required',
  ])
})

test('sign-in by mailed code proves presence after a team switch too', async () => {
  const session = await enter(await signIn(member.email))
  expect(await isProven(session)).toBe('made')
  const second = await makeTeam(t)
  await t.call('users.create', {
    token: second.admin.token,
    body: { users: [{ email: member.email }] },
  })
  t.clock.advance(9 * minuteMs)
  const switched = await enter(session, second.workspace_id)
  expect(await isProven(switched)).toBe('made')
  t.clock.advance(minuteMs)
  expect([await isProven(session), await isProven(switched)]).toEqual([
    'presence_required',
    'presence_required',
  ])
})

/** Every call that requires presence, with a valid body. */
const guarded: [RouteName, (email: string) => CallInput['body']][] = [
  ['profiles.get_code', () => ({ email: 'moved@example.test' })],
  [
    'profiles.verify_code',
    () => ({ email: 'moved@example.test', sig: 'x'.repeat(43), code: '000000' }),
  ],
  ['second_factor.start', () => undefined],
  ['second_factor.confirm', () => ({ code: '000000' })],
  ['second_factor.codes', () => undefined],
  ['second_factor.stop', () => undefined],
  ['tokens.create', () => ({ name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' })],
]
test.each(guarded)('%s is refused to a session without proof', async (name, body) => {
  const answer = await t.call(name, { token: member.token, body: body(member.email) })
  expect([answer.status, answer.codes]).toEqual([403, ['presence_required']])
})

test.each(['workspace.reset', 'workspace.delete'] as const)(
  '%s is refused without proof and accepts no code itself',
  async (name) => {
    const { token } = team.admin
    const { name: typed } = (await t.call('config.get', { token })).body.workspace
    expect((await t.call(name, { token, body: { name: typed } })).codes).toEqual([
      'presence_required',
    ])
    expect(
      (await t.call(name, { token, body: { name: typed, sig: 'x'.repeat(43), code: '000000' } }))
        .status,
    ).toBe(422)
  },
)

test('access tokens and impersonation cannot prove presence', async () => {
  const token = createWorkspaceToken(team.workspace_id)
  const expiresAt = new Date(t.clock.now().getTime() + 60 * minuteMs)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    insertToken(
      trx,
      member,
      token,
      { name: 'Script', scopes: ['profile:read', 'profile:write'], expires_at: expiresAt },
      t.clock.now(),
    ),
  )
  const link = await createImpersonationLink(
    t.services.db,
    team.workspace_id,
    member.email,
    'Olga',
    t.clock.now(),
  )
  const { body: guest } = await t.call('auth.impersonate', { body: { token: link ?? '' } })
  for (const reader of [token, guest.access_token]) {
    await markPresent(t, { token: reader })
    for (const [name, body] of [
      ['presence.get', undefined],
      ['presence.send_code', undefined],
      ['presence.prove', { sig: 'x'.repeat(43), code: '000000' }],
      ['second_factor.start', undefined],
      ['tokens.create', { name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' }],
    ] as const) {
      expect([name, (await t.call(name, { token: reader, body })).codes]).toEqual([
        name,
        ['forbidden'],
      ])
    }
  }
})

test('the specified calls with the current address prove presence', async () => {
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token: member.token, body: { email: member.email } })
  const verified = await t.call('profiles.verify_code', {
    token: member.token,
    body: { email: member.email, sig, code: codeIn(member.email) },
  })
  expect([verified.status, verified.body.email]).toEqual([200, member.email])
  expect(await isProven(member.token)).toBe('made')
})

test('sign-in with Google does not prove presence', async () => {
  const temporary = await startSession(t.services.db.global, t.clock.now(), {
    kind: 'temporary',
    account_id: member.account_id,
  })
  expect(await isProven(await enter(temporary))).toBe('presence_required')
})
