import { beforeEach, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let member: Member
let n = 0
beforeEach(async () => {
  // The hourly limit of codes is counted by client address, so each test runs in its own hour.
  t.clock.advance(3_600_001)
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  n += 1
})

const newEmail = (name = 'new') => `${name}${n}@example.test`
const mailTo = (email: string) => t.mails.findLast((mail) => mail.to === email)
async function getCode(email: string, token = member.token) {
  await markPresent(t, { token })
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token, body: { email } })
  return { email, sig, code: mailTo(email)?.subject.slice(0, 6) ?? '' }
}
const loadSelf = async (token = member.token) => (await t.call('profiles.me', { token })).body

test('a code changes the address in every team of the account', async () => {
  const other = await makeTeam(t)
  const twin = await makeMember(t, other.workspace_id)
  await t.services.db.tenant(other.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: member.account_id, email: member.email })
      .where('workspace_id', '=', other.workspace_id)
      .where('id', '=', twin.user_id)
      .execute(),
  )
  const elsewhere = await startSession(t.services.db.global, t.clock.now(), {
    kind: 'session',
    account_id: member.account_id,
    workspace_id: other.workspace_id,
    user_id: twin.user_id,
  })

  const requested = await getCode(newEmail())
  expect(mailTo(newEmail())?.text).toContain('sign in with this address from now on')
  expect((await loadSelf()).email).toBe(member.email)
  const changed = await t.call('profiles.verify_code', { token: member.token, body: requested })
  expect([changed.status, changed.body.email]).toEqual([200, newEmail()])
  expect(
    (await t.call('profiles.verify_code', { token: member.token, body: requested })).codes,
  ).toEqual(['invalid_code'])

  expect((await t.call('config.get', { token: elsewhere })).status).toBe(401)
  expect((await loadSelf()).email).toBe(newEmail())
  await processOutbox(t.services)
  expect(mailTo(member.email)?.subject).toBe('Your Laurel address was changed')
  expect(mailTo(member.email)?.text).not.toContain(newEmail())
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: newEmail() } })
  const again = await t.call('auth.verify_code', {
    body: { email: newEmail(), sig, code: mailTo(newEmail())?.subject.slice(0, 6) },
  })
  expect(again.body.workspaces.map((one) => one.id).sort((a, b) => a.localeCompare(b))).toEqual(
    [team.workspace_id, other.workspace_id].sort((a, b) => a.localeCompare(b)),
  )
})

test('a code is valid only for its own purpose', async () => {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: newEmail() } })
  const signIn = {
    email: newEmail(),
    sig,
    code: mailTo(newEmail())?.subject.slice(0, 6) ?? '',
  }
  await markPresent(t, member)
  expect(
    (await t.call('profiles.verify_code', { token: member.token, body: signIn })).codes,
  ).toEqual(['invalid_code'])
  const change = await getCode(newEmail('other'))
  expect((await t.call('auth.verify_code', { body: change })).codes).toEqual(['invalid_code'])
  expect(
    (
      await t.call('profiles.verify_code', {
        token: member.token,
        body: { ...change, email: newEmail('third') },
      })
    ).codes,
  ).toEqual(['invalid_code'])
  const presence = await getCode(member.email)
  expect(mailTo(member.email)?.text).toContain('only if it’s you')
  expect((await t.call('auth.verify_code', { body: presence })).codes).toEqual(['invalid_code'])
  expect(
    (
      await t.call('profiles.verify_code', {
        token: member.token,
        body: { ...presence, email: newEmail() },
      })
    ).codes,
  ).toEqual(['invalid_code'])
  expect((await loadSelf()).email).toBe(member.email)
})

test('returns email_taken for addresses of accounts with a team', async () => {
  await markPresent(t, member)
  expect(
    (await t.call('profiles.get_code', { token: member.token, body: { email: team.admin.email } }))
      .errors,
  ).toMatchObject([{ code: 'email_taken', field: 'email' }])
  const stranger = (await makeTeam(t)).admin
  const requested = await getCode(stranger.email)
  expect(
    (await t.call('profiles.verify_code', { token: member.token, body: requested })).errors,
  ).toMatchObject([{ code: 'email_taken', field: 'email' }])
  expect((await loadSelf()).email).toBe(member.email)
  await processOutbox(t.services)
  expect(mailTo(member.email)).toBeUndefined()
})

test('an address of an account without a team can be used', async () => {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: newEmail() } })
  expect(
    (
      await t.call('auth.verify_code', {
        body: { email: newEmail(), sig, code: mailTo(newEmail())?.subject.slice(0, 6) },
      })
    ).status,
  ).toBe(200)
  expect(
    (
      await t.call('profiles.verify_code', {
        token: member.token,
        body: await getCode(newEmail()),
      })
    ).status,
  ).toBe(200)
})

test('one of two concurrent changes to the same address succeeds', async () => {
  const rival = await makeMember(t, (await makeTeam(t)).workspace_id)
  const mine = await getCode(newEmail())
  t.clock.advance(1_000)
  const theirs = await getCode(newEmail(), rival.token)
  // Both codes are valid for their accounts: the first one used takes the address.
  expect((await t.call('profiles.verify_code', { token: rival.token, body: theirs })).status).toBe(
    200,
  )
  expect((await t.call('profiles.verify_code', { token: member.token, body: mine })).codes).toEqual(
    ['email_taken'],
  )
  expect(
    (
      await t.call('profiles.verify_code', {
        token: member.token,
        body: await getCode(newEmail()),
      })
    ).codes,
  ).toEqual(['email_taken'])
  expect((await loadSelf()).email).toBe(member.email)
})

test('phone numbers are stored in E.164 format', async () => {
  const put = (phone: string) =>
    t.call('profiles.update_me', { token: member.token, body: { phone } })
  expect((await put('+49 (30) 90 18-20')).body.phone).toBe('+4930901820')
  expect((await put('12')).errors).toMatchObject([{ code: 'phone_invalid', field: 'phone' }])
  expect((await loadSelf()).phone).toBe('+4930901820')
  expect((await put('')).body.phone).toBe('')
})

test.each([
  ['birth_date', '1899-12-31', false],
  ['birth_date', '1900-01-01', true],
  ['birth_date', 'today', true],
  ['birth_date', 'tomorrow', false],
  ['birth_date', null, true],
  ['hire_date', '1949-12-31', false],
  ['hire_date', '1950-01-01', true],
  ['hire_date', 'in a year', true],
  ['hire_date', 'in a year and a day', false],
  ['hire_date', null, true],
])('%s %s: %o', async (field, when, good) => {
  const today = Temporal.PlainDate.from(t.clock.now().toISOString().slice(0, 10))
  const words: Record<string, string> = {
    today: String(today),
    tomorrow: String(today.add({ days: 1 })),
    'in a year': String(today.add({ years: 1 })),
    'in a year and a day': String(today.add({ years: 1, days: 1 })),
  }
  const date = when === null ? null : (words[when] ?? when)
  const { status, body, errors } = await t.call('profiles.update_me', {
    token: member.token,
    body: { [field]: date },
  })
  if (good) expect([status, body[field as 'birth_date']]).toEqual([200, date])
  else expect([status, errors]).toMatchObject([422, [{ code: 'out_of_range', field, params: {} }]])
})

test('an update returns all validation errors together', async () => {
  const { errors } = await t.call('profiles.update_me', {
    token: member.token,
    body: { phone: '12', birth_date: '1800-01-01', hire_date: '1800-01-01', job_title: 'Kept?' },
  })
  expect(errors.map(({ code, field }) => [code, field])).toEqual([
    ['out_of_range', 'birth_date'],
    ['out_of_range', 'hire_date'],
    ['phone_invalid', 'phone'],
  ])
  expect((await loadSelf()).job_title).not.toBe('Kept?')
})

test('a member changes notifications, language and visibility of dates', async () => {
  const { body } = await t.call('profiles.update_me', {
    token: member.token,
    body: {
      notifications: { reward_fulfilled: false },
      birthday_visibility: 'team',
      language: 'ua',
    },
  })
  expect(body).toMatchObject({
    notifications: { points_received: true, reward_redeemed: true, reward_fulfilled: false },
    birthday_visibility: 'team',
    anniversary_visibility: null,
    language: 'ua',
  })
})
