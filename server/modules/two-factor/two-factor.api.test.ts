import { minuteMs } from '#contract/durations.ts'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { type CallInput, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  inviteTokenOf,
  makeMember,
  makeSecondFactor,
  makeTeam,
  markPresent,
  type Member,
  totpCode,
} from '#tests/support/factories.ts'
import { successes, runConcurrently, setupTwoProcesses } from '#tests/support/processes.ts'

const t = setupTestApp()
const other = setupTwoProcesses(t)
const stepMs = 30_000

/** Returns the app's code at an offset of steps from the clock. */
const currentCode = (secret: string, steps = 0, at = t.clock.now()) =>
  totpCode(secret, new Date(at.getTime() + steps * stepMs))

/** Returns six digits that are not a valid code near the current time. */
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-2, -1, 0, 1, 2].some((steps) => currentCode(secret, steps) === code),
  ) ?? ''

type EnrolledMember = Member & { secret: string; codes: string[] }
async function enrollMember(member?: Member): Promise<EnrolledMember> {
  const who = member ?? (await makeMember(t, (await makeTeam(t)).workspace_id))
  const { secret, recovery_codes: recoveryCodes } = await makeSecondFactor(t, who)
  // The code that confirmed the app is used up.
  t.clock.advance(2 * stepMs)
  return { ...who, secret, codes: recoveryCodes }
}

async function requestSignInCode(email: string) {
  t.clock.advance(61 * minuteMs)
  const { body } = await t.call('auth.get_code', { body: { email } })
  return {
    email,
    sig: body.sig,
    code:
      /\b(\d{6})\b/.exec(t.mails.findLast((mail) => mail.to === email)?.subject ?? '')?.[1] ?? '',
  }
}
const verifySignInCode = (body: object) => t.call('auth.verify_code', { body })
const prove = ({ token }: Member, secondFactor: string) =>
  t.call('presence.prove', { token, body: { second_factor: secondFactor } })
const stateOf = async ({ token }: Member) => (await t.call('second_factor.get', { token })).body

/**
 * Returns the sorted subjects of mails to an address, without code mails. Mails are sent
 * concurrently.
 */
async function listNotices(email: string, since = 0) {
  await processOutbox(t.services)
  return t.mails
    .slice(since)
    .filter((mail) => mail.to === email && !/^\d{6}/.test(mail.subject))
    .map((mail) => mail.subject)
    .toSorted((a, b) => a.localeCompare(b))
}

test('the first code confirms an app whose secret is encrypted', async () => {
  const team = await makeTeam(t)
  const me = await makeMember(t, team.workspace_id)
  expect(await stateOf(me)).toEqual({ on: false, since: null, recovery_codes_left: 0 })
  await markPresent(t, me)
  const abandoned = await t.call('second_factor.start', { token: me.token })
  const {
    body: { secret, uri },
  } = await t.call('second_factor.start', { token: me.token })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/Laurel:${encodeURIComponent(me.email)}?issuer=Laurel&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect((await stateOf(me)).on).toBe(false)
  // An unconfirmed setup is not required at sign-in.
  expect((await verifySignInCode(await requestSignInCode(me.email))).status).toBe(200)
  await markPresent(t, me)
  await t.call('second_factor.start', { token: me.token })
  const { body: fresh } = await t.call('second_factor.start', { token: me.token })
  for (const code of [
    wrongCode(fresh.secret),
    currentCode(abandoned.body.secret),
    'abcd-efgh-jkmn',
  ])
    expect(
      (await t.call('second_factor.confirm', { token: me.token, body: { code } })).codes,
    ).toEqual(['second_factor_invalid'])
  const at = t.clock.now()
  const { body } = await t.call('second_factor.confirm', {
    token: me.token,
    body: { code: currentCode(fresh.secret).replace(/(...)/, '$1 ') },
  })
  expect(body.recovery_codes).toHaveLength(10)
  expect(new Set(body.recovery_codes).size).toBe(10)
  for (const code of body.recovery_codes)
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/)
  expect(await stateOf(me)).toEqual({ on: true, since: at.toISOString(), recovery_codes_left: 10 })
  expect((await t.call('second_factor.start', { token: me.token })).codes).toEqual(['conflict'])
  expect(
    (
      await t.call('second_factor.confirm', {
        token: me.token,
        body: { code: currentCode(fresh.secret, 1) },
      })
    ).codes,
  ).toEqual(['conflict'])
  const kept = JSON.stringify(
    await withClient(t.ownerUrl, async (owner) => [
      (
        await owner.query(
          'select encode(secret, $1) || encode(secret, $2) as text from second_factors',
          ['hex', 'escape'],
        )
      ).rows,
      (await owner.query('select encode(code_hash, $1) as text from recovery_codes', ['escape']))
        .rows,
    ]),
  )
  for (const toldOnce of [fresh.secret, ...body.recovery_codes])
    expect(kept).not.toContain(toldOnce)
  expect(await listNotices(me.email)).toEqual([
    'An authenticator app was added to your Laurel account',
  ])
  const log = await t.call('workspace.audit', { token: team.admin.token })
  expect(
    log.body.items.filter((one) => one.actor?.id === me.user_id).map((one) => one.action),
  ).toEqual(['second_factor.on'])
  // Existing sessions stay valid.
  expect((await t.call('config.get', { token: me.token })).status).toBe(200)
})

test('an unfinished setup expires and the nightly job deletes it', async () => {
  const me = await makeMember(t, (await makeTeam(t)).workspace_id)
  await markPresent(t, me)
  const {
    body: { secret },
  } = await t.call('second_factor.start', { token: me.token })
  t.clock.advance(limits.second_factor_setup_minutes * minuteMs)
  await markPresent(t, me)
  expect(
    (
      await t.call('second_factor.confirm', {
        token: me.token,
        body: { code: currentCode(secret) },
      })
    ).codes,
  ).toEqual(['conflict'])
  const on = await enrollMember()
  t.clock.advance(25 * 60 * minuteMs)
  expect((await deleteExpired(t.services))['second_factors']).toBeGreaterThanOrEqual(1)
  expect((await stateOf(on)).on).toBe(true)
})

test('a mailed code stays valid until the app’s code is right', async () => {
  const me = await enrollMember()
  const asked = await requestSignInCode(me.email)
  const tries = async () =>
    (
      await t.services.db.global
        .selectFrom('sign_in_codes')
        .select(['tries', 'used_at'])
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
    )[0]
  for (let n = 0; n < 6; n += 1) {
    const needed = await verifySignInCode(asked)
    expect([needed.status, needed.errors]).toMatchObject([
      403,
      [{ code: 'second_factor_needed', field: 'second_factor' }],
    ])
  }
  expect(
    (await verifySignInCode({ ...asked, second_factor: wrongCode(me.secret) })).errors,
  ).toMatchObject([{ code: 'second_factor_invalid', field: 'second_factor' }])
  expect(await tries()).toEqual({ tries: 0, used_at: null })
  const secondFactor = currentCode(me.secret)
  const entered = await verifySignInCode({ ...asked, second_factor: secondFactor })
  expect(entered.status).toBe(200)
  expect(entered.body.workspaces).toHaveLength(1)
  expect(
    (
      await t.call('auth.create_session', {
        token: entered.body.access_token,
        body: { workspace_id: me.workspace_id },
      })
    ).status,
  ).toBe(200)
  expect(
    (await verifySignInCode({ ...asked, second_factor: currentCode(me.secret, 1) })).codes,
  ).toEqual(['invalid_code'])
})

test('a TOTP code works once, within one step before and after', async () => {
  const me = await enrollMember()
  const enter = async (secondFactor: string) =>
    await verifySignInCode({ ...(await requestSignInCode(me.email)), second_factor: secondFactor })
  expect((await enter(currentCode(me.secret, 2))).codes).toEqual(['second_factor_invalid'])
  const asked = await requestSignInCode(me.email)
  expect(
    (await verifySignInCode({ ...asked, second_factor: currentCode(me.secret, -2) })).codes,
  ).toEqual(['second_factor_invalid'])
  const late = currentCode(me.secret, -1)
  const now = currentCode(me.secret)
  expect((await verifySignInCode({ ...asked, second_factor: late })).status).toBe(200)
  const again = (await t.call('auth.get_code', { body: { email: me.email } })).body
  const next = { email: me.email, sig: again.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  expect((await verifySignInCode({ ...next, second_factor: late })).codes).toEqual([
    'second_factor_invalid',
  ])
  expect((await verifySignInCode({ ...next, second_factor: now })).status).toBe(200)
  const third = (await t.call('auth.get_code', { body: { email: me.email } })).body
  const last = { email: me.email, sig: third.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  // A step before the last used one is refused, although its code was never used.
  for (const secondFactor of [now, late])
    expect((await verifySignInCode({ ...last, second_factor: secondFactor })).codes).toEqual([
      'second_factor_invalid',
    ])
  expect(
    (await verifySignInCode({ ...last, second_factor: currentCode(me.secret, 1) })).status,
  ).toBe(200)
})

test('a wrong mailed code does not reveal a second factor', async () => {
  const [me, plain] = [await enrollMember(), await makeMember(t, (await makeTeam(t)).workspace_id)]
  const answers = await Promise.all(
    [me, plain].flatMap(({ email }) =>
      [undefined, '123456', 'abcd-efgh-jkmn'].map(async (secondFactor) => {
        const { body } = await t.call('auth.get_code', { body: { email } })
        const answer = await verifySignInCode({
          email,
          sig: body.sig,
          code: '000000',
          ...(secondFactor ? { second_factor: secondFactor } : {}),
        })
        return [answer.status, answer.errors]
      }),
    ),
  )
  // The mailed code equals 000000 once in a million runs.
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject([401, [{ code: 'invalid_code', field: 'code' }]])
  expect(
    (
      await withClient(t.ownerUrl, (owner) =>
        owner.query('select tries from second_factors where account_id = $1', [me.account_id]),
      )
    ).rows,
  ).toEqual([{ tries: 0 }])
  // An account without a second factor may send one anyway.
  expect(
    (await verifySignInCode({ ...(await requestSignInCode(plain.email)), second_factor: '123456' }))
      .status,
  ).toBe(200)
})

test('at most ten wrong codes are checked in 15 minutes', async () => {
  const me = await enrollMember()
  const asked = await requestSignInCode(me.email)
  for (let n = 0; n < 9; n += 1)
    expect(
      (
        await verifySignInCode({
          ...asked,
          second_factor: n % 2 ? wrongCode(me.secret) : 'abcd-efgh-jkmn',
        })
      ).codes,
    ).toEqual(['second_factor_invalid'])
  expect((await verifySignInCode({ ...asked, second_factor: currentCode(me.secret) })).status).toBe(
    200,
  )
  t.clock.advance(minuteMs)
  const { body } = await t.call('auth.get_code', { body: { email: me.email } })
  const next = { email: me.email, sig: body.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  expect((await verifySignInCode({ ...next, second_factor: wrongCode(me.secret) })).codes).toEqual([
    'second_factor_invalid',
  ])
  const held = await verifySignInCode({ ...next, second_factor: currentCode(me.secret) })
  expect([held.status, held.codes, Number(held.headers['retry-after'])]).toEqual([
    429,
    ['too_many'],
    14 * 60,
  ])
  // Attempts in a session and at sign-in share one limit.
  expect((await prove(me, currentCode(me.secret))).codes).toEqual(['too_many'])
  expect((await verifySignInCode({ ...next, second_factor: me.codes[0] })).codes).toEqual([
    'too_many',
  ])
  t.clock.advance(14 * minuteMs)
  expect(
    (
      await verifySignInCode({
        ...(await requestSignInCode(me.email)),
        second_factor: currentCode(me.secret),
      })
    ).status,
  ).toBe(200)
})

test('a recovery code works once and its owner is notified', async () => {
  const me = await enrollMember()
  await processOutbox(t.services)
  const since = t.mails.length
  const [first = '', second = ''] = me.codes
  expect(
    (
      await verifySignInCode({
        ...(await requestSignInCode(me.email)),
        second_factor: ` ${first.toUpperCase().replaceAll('-', ' ')} `,
      })
    ).status,
  ).toBe(200)
  const asked = await requestSignInCode(me.email)
  expect((await verifySignInCode({ ...asked, second_factor: first })).codes).toEqual([
    'second_factor_invalid',
  ])
  expect((await verifySignInCode({ ...asked, second_factor: second })).status).toBe(200)
  expect((await stateOf(me)).recovery_codes_left).toBe(8)
  expect(await listNotices(me.email, since)).toEqual([
    'A recovery code was used to sign in to Laurel',
    'A recovery code was used to sign in to Laurel',
  ])
  expect(
    t.mails
      .slice(since)
      .flatMap((mail) =>
        mail.to === me.email ? (/have (\d) recovery codes left/.exec(mail.text)?.[1] ?? []) : [],
      )
      .toSorted(),
  ).toEqual(['8', '9'])
  // Another account's recovery code is invalid.
  const you = await enrollMember()
  expect(
    (
      await verifySignInCode({
        ...(await requestSignInCode(you.email)),
        second_factor: me.codes[2],
      })
    ).codes,
  ).toEqual(['second_factor_invalid'])
})

test('renewing codes and removing the app require presence', async () => {
  const me = await enrollMember()
  t.clock.advance(limits.presence_minutes * minuteMs)
  const renew = () => t.call('second_factor.codes', { token: me.token })
  const stop = () => t.call('second_factor.stop', { token: me.token })
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['presence_required'])
  expect((await prove(me, wrongCode(me.secret))).errors).toMatchObject([
    { code: 'second_factor_invalid', field: 'second_factor' },
  ])
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['presence_required'])
  expect(await stateOf(me)).toMatchObject({ on: true, recovery_codes_left: 10 })
  await processOutbox(t.services)
  const since = t.mails.length
  expect((await prove(me, currentCode(me.secret))).status).toBe(200)
  const renewed = await renew()
  expect(renewed.body.recovery_codes.filter((code) => me.codes.includes(code))).toEqual([])
  t.clock.advance(limits.presence_minutes * minuteMs)
  expect((await prove(me, me.codes[0] ?? '')).codes).toEqual(['second_factor_invalid'])
  expect((await stop()).codes).toEqual(['presence_required'])
  expect((await prove(me, renewed.body.recovery_codes[0] ?? '')).status).toBe(200)
  expect((await stop()).status).toBe(204)
  expect(await stateOf(me)).toEqual({ on: false, since: null, recovery_codes_left: 0 })
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['conflict'])
  expect((await verifySignInCode(await requestSignInCode(me.email))).status).toBe(200)
  expect(await listNotices(me.email, since)).toEqual([
    'A recovery code for your Laurel account was used',
    'New recovery codes for your Laurel account',
    'The authenticator app was removed from your Laurel account',
  ])
  // A second setup shares nothing with the removed one.
  const again = await enrollMember(me)
  expect(again.secret).not.toBe(me.secret)
  expect(
    (
      await verifySignInCode({
        ...(await requestSignInCode(me.email)),
        second_factor: renewed.body.recovery_codes[1],
      })
    ).codes,
  ).toEqual(['second_factor_invalid'])
})

/**
 * Creates a team, a member and a second factor at the system time, because separate processes have
 * no test clock.
 */
async function enrollAndSignIn(): Promise<
  EnrolledMember & { asked: { email: string; sig: string; code: string } }
> {
  t.clock.set(new Date())
  const me = await makeMember(t, (await makeTeam(t)).workspace_id)
  await markPresent(t, me)
  const {
    body: { secret },
  } = await t.call('second_factor.start', { token: me.token })
  // Confirms with the previous step, so the current code stays unused.
  const { body } = await t.call('second_factor.confirm', {
    token: me.token,
    body: { code: currentCode(secret, -1) },
  })
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: me.email } })
  return {
    ...me,
    secret,
    codes: body.recovery_codes,
    asked: { email: me.email, sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' },
  }
}
const signInOnOtherProcess = (body: object) => other('POST', '/auth/verify_code', '', body)

test('two processes accept each code once under concurrency', async () => {
  const byApp = await enrollAndSignIn()
  const body = { ...byApp.asked, second_factor: currentCode(byApp.secret, 0, new Date()) }
  const first = await runConcurrently(4, () => signInOnOtherProcess(body))
  expect([
    successes(first).length,
    [...new Set(first.flatMap((one) => one.codes))].filter(
      (code) => !['invalid_code', 'second_factor_invalid'].includes(code),
    ),
  ]).toEqual([1, []])

  const byRecovery = await enrollAndSignIn()
  const [code = ''] = byRecovery.codes
  const second = await runConcurrently(4, () =>
    signInOnOtherProcess({ ...byRecovery.asked, second_factor: code }),
  )
  expect(successes(second)).toHaveLength(1)
  expect((await stateOf(byRecovery)).recovery_codes_left).toBe(9)

  // Different second factors with the same mailed code: the mailed code works once, and the refused
  // factor stays unused.
  const byBoth = await enrollAndSignIn()
  const third = await runConcurrently(4, (n) =>
    signInOnOtherProcess({ ...byBoth.asked, second_factor: byBoth.codes[n] }),
  )
  expect(successes(third)).toHaveLength(1)
  expect((await stateOf(byBoth)).recovery_codes_left).toBe(9)

  const tried = await enrollAndSignIn()
  const guesses = await runConcurrently(30, (n) =>
    other('POST', '/auth/presence', tried.token, {
      second_factor: n % 2 ? wrongCode(tried.secret) : 'abcd-efgh-jkmn',
    }),
  )
  expect([
    guesses.filter((one) => one.codes[0] === 'second_factor_invalid').length,
    guesses.filter((one) => one.codes[0] === 'too_many').length,
  ]).toEqual([10, 20])
})

test('access tokens and impersonation cannot access the second factor', async () => {
  const me = await enrollMember()
  const { body: made } = await t.call('tokens.create', {
    token: me.token,
    body: {
      name: 'Script',
      scopes: ['profile:read', 'profile:write'],
      expires_on: new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
    },
  })
  const { body: temporary } = await verifySignInCode({
    ...(await requestSignInCode(me.email)),
    second_factor: currentCode(me.secret),
  })
  const link = await createImpersonationLink(
    t.services.db,
    me.workspace_id,
    me.email,
    'Olga',
    t.clock.now(),
  )
  const { body: guest } = await t.call('auth.impersonate', { body: { token: link ?? '' } })
  const calls: [RouteName, CallInput][] = [
    ['second_factor.get', {}],
    ['second_factor.start', {}],
    ['second_factor.confirm', { body: { code: '000000' } }],
    ['second_factor.codes', {}],
    ['second_factor.stop', {}],
    ['presence.prove', { body: { second_factor: me.codes[0] } }],
  ]
  for (const [name, ask] of calls) {
    for (const token of [made.token, guest.access_token])
      expect([name, (await t.call(name, { ...ask, token })).codes]).toEqual([name, ['forbidden']])
    for (const token of [temporary.access_token, null])
      expect([name, (await t.call(name, { ...ask, token })).codes]).toEqual([
        name,
        ['unauthorized'],
      ])
  }
  expect(await stateOf(me)).toMatchObject({ on: true, recovery_codes_left: 10 })
})

test('an invite link requires the account’s second factor', async () => {
  const me = await enrollMember()
  const team = await makeTeam(t)
  await t.call('users.create', { token: team.admin.token, body: { users: [{ email: me.email }] } })
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('outbox').selectAll().executeTakeFirstOrThrow(),
  )
  const token = inviteTokenOf((row.params as { link: string }).link)
  const accept = (secondFactor?: string) =>
    t.call('auth.accept_invite', {
      body: { token, ...(secondFactor ? { second_factor: secondFactor } : {}) },
    })
  expect((await accept()).codes).toEqual(['second_factor_needed'])
  expect((await accept(wrongCode(me.secret))).codes).toEqual(['second_factor_invalid'])
  expect((await t.call('auth.verify_invite', { body: { token } })).status).toBe(200)
  const answers = await runConcurrently(3, () => accept(me.codes[0]))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await stateOf(me)).recovery_codes_left).toBe(9)
  expect(
    (
      await t.call('config.get', {
        token: answers.find((answer) => answer.status === 200)?.body.access_token ?? '',
      })
    ).body.workspace.id,
  ).toBe(team.workspace_id)
  expect(await listNotices(me.email)).toContain('A recovery code was used to sign in to Laurel')
})

test('a change of address keeps the second factor', async () => {
  const me = await enrollMember()
  const email = `moved-${me.email}`
  t.clock.advance(61 * minuteMs)
  expect((await t.call('profiles.get_code', { token: me.token, body: { email } })).codes).toEqual([
    'presence_required',
  ])
  expect((await prove(me, currentCode(me.secret))).status).toBe(200)
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token: me.token, body: { email } })
  const code = t.mails.at(-1)?.subject.slice(0, 6) ?? ''
  expect(
    (await t.call('profiles.verify_code', { token: me.token, body: { email, sig, code } })).status,
  ).toBe(200)
  const asked = await requestSignInCode(email)
  expect((await verifySignInCode(asked)).codes).toEqual(['second_factor_needed'])
  expect((await verifySignInCode({ ...asked, second_factor: currentCode(me.secret) })).status).toBe(
    200,
  )
  const { body: file } = await t.call('profiles.export', { token: me.token })
  expect((file as { account: object }).account).toMatchObject({
    email,
    second_factor_since: expect.stringMatching(/^2/) as string,
  })
  for (const secret of [me.secret, ...me.codes]) expect(JSON.stringify(file)).not.toContain(secret)
  expect(
    (await t.call('users.delete', { token: me.token, params: { id: me.user_id } })).status,
  ).toBe(204)
  expect(
    await withClient(t.ownerUrl, async (owner) => [
      (await owner.query('select 1 from second_factors where account_id = $1', [me.account_id]))
        .rowCount,
      (await owner.query('select 1 from recovery_codes where account_id = $1', [me.account_id]))
        .rowCount,
    ]),
  ).toEqual([0, 0])
  expect((await verifySignInCode(await requestSignInCode(email))).status).toBe(200)
})

test('the operator disables a second factor and the owner is notified', async () => {
  const me = await enrollMember()
  const second = await makeTeam(t)
  await t.services.db.tenant(second.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: me.account_id })
      .where('workspace_id', '=', second.workspace_id)
      .where('id', '=', second.admin.user_id)
      .execute(),
  )
  await processOutbox(t.services)
  const since = t.mails.length
  const laurel = (...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../../cli/index.ts', import.meta.url)), 'second-factor', ...words],
      {
        env: {
          ...process.env,
          DATABASE_URL: t.ownerUrl,
          DATA_DIR: t.services.config.dataDir,
          SECRET: t.services.config.secret,
          NODE_ENV: 'test',
        },
      },
    ).then(
      ({ stdout }) => stdout.trim(),
      (error: { stdout: string; code: number }) => `${error.code}: ${error.stdout.trim()}`,
    )
  expect(await laurel('off', me.email.toUpperCase())).toMatch(/^Switched off\./)
  expect(await laurel('off', me.email)).toMatch(/^1: No account with the address/)
  expect(await stateOf(me)).toMatchObject({ on: false, recovery_codes_left: 0 })
  // The CLI uses the system clock.
  t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime()) + minuteMs))
  expect(await listNotices(me.email, since)).toEqual([
    'The authenticator app was removed from your Laurel account',
  ])
  for (const workspaceId of [me.workspace_id, second.workspace_id]) {
    const rows = await t.services.db.tenant(workspaceId, (trx) =>
      trx
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'details'])
        .where('action', '=', 'second_factor.off_by_operator')
        .execute(),
    )
    expect(rows).toEqual([
      {
        action: 'second_factor.off_by_operator',
        actor_id: null,
        details: { user_id: workspaceId === me.workspace_id ? me.user_id : second.admin.user_id },
      },
    ])
  }
  expect((await verifySignInCode(await requestSignInCode(me.email))).status).toBe(200)
})
