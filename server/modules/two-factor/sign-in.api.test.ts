import { minuteMs } from '#contract/durations.ts'
import { expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { inviteTokenOf, makeMember, makeTeam, markPresent } from '#tests/support/factories.ts'
import { successes, runConcurrently, setupTwoProcesses } from '#tests/support/processes.ts'
import {
  type EnrolledMember,
  currentTotpCode,
  wrongTotpCode,
  enrollMember,
  requestCodeAnHourLater,
  verifySignInCode,
  proveBySecondFactor,
  readSecondFactor,
  listNotices,
} from '#tests/support/second-factor.ts'

const t = setupTestApp()
const other = setupTwoProcesses(t)

test('a mailed code stays valid until the app’s code is right', async () => {
  const me = await enrollMember(t)
  const proof = await requestCodeAnHourLater(t, me.email)
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
    const needed = await verifySignInCode(t, proof)
    expect([needed.status, needed.errors]).toMatchObject([
      403,
      [{ code: 'second_factor_needed', field: 'second_factor' }],
    ])
  }
  expect(
    (await verifySignInCode(t, { ...proof, second_factor: wrongTotpCode(t, me.secret) })).errors,
  ).toMatchObject([{ code: 'second_factor_invalid', field: 'second_factor' }])
  expect(await tries()).toEqual({ tries: 0, used_at: null })
  const secondFactor = currentTotpCode(t, me.secret)
  const entered = await verifySignInCode(t, { ...proof, second_factor: secondFactor })
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
    (await verifySignInCode(t, { ...proof, second_factor: currentTotpCode(t, me.secret, 1) }))
      .codes,
  ).toEqual(['invalid_code'])
})

test('a TOTP code works once, within one step before and after', async () => {
  const me = await enrollMember(t)
  const enter = async (secondFactor: string) =>
    await verifySignInCode(t, {
      ...(await requestCodeAnHourLater(t, me.email)),
      second_factor: secondFactor,
    })
  expect((await enter(currentTotpCode(t, me.secret, 2))).codes).toEqual(['second_factor_invalid'])
  const proof = await requestCodeAnHourLater(t, me.email)
  expect(
    (await verifySignInCode(t, { ...proof, second_factor: currentTotpCode(t, me.secret, -2) }))
      .codes,
  ).toEqual(['second_factor_invalid'])
  const late = currentTotpCode(t, me.secret, -1)
  const now = currentTotpCode(t, me.secret)
  expect((await verifySignInCode(t, { ...proof, second_factor: late })).status).toBe(200)
  const again = (await t.call('auth.get_code', { body: { email: me.email } })).body
  const next = { email: me.email, sig: again.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  expect((await verifySignInCode(t, { ...next, second_factor: late })).codes).toEqual([
    'second_factor_invalid',
  ])
  expect((await verifySignInCode(t, { ...next, second_factor: now })).status).toBe(200)
  const third = (await t.call('auth.get_code', { body: { email: me.email } })).body
  const last = { email: me.email, sig: third.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  // A step before the last used one is refused, although its code was never used.
  for (const secondFactor of [now, late])
    expect((await verifySignInCode(t, { ...last, second_factor: secondFactor })).codes).toEqual([
      'second_factor_invalid',
    ])
  expect(
    (await verifySignInCode(t, { ...last, second_factor: currentTotpCode(t, me.secret, 1) }))
      .status,
  ).toBe(200)
})

test('a wrong mailed code does not reveal a second factor', async () => {
  const [me, plain] = [await enrollMember(t), await makeMember(t, (await makeTeam(t)).workspace_id)]
  const answers = await Promise.all(
    [me, plain].flatMap(({ email }) =>
      [undefined, '123456', 'abcd-efgh-jkmn'].map(async (secondFactor) => {
        const { body } = await t.call('auth.get_code', { body: { email } })
        const answer = await verifySignInCode(t, {
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
    (
      await verifySignInCode(t, {
        ...(await requestCodeAnHourLater(t, plain.email)),
        second_factor: '123456',
      })
    ).status,
  ).toBe(200)
})

test('at most ten wrong codes are checked in 15 minutes', async () => {
  const me = await enrollMember(t)
  const proof = await requestCodeAnHourLater(t, me.email)
  for (let n = 0; n < 9; n += 1)
    expect(
      (
        await verifySignInCode(t, {
          ...proof,
          second_factor: n % 2 ? wrongTotpCode(t, me.secret) : 'abcd-efgh-jkmn',
        })
      ).codes,
    ).toEqual(['second_factor_invalid'])
  expect(
    (await verifySignInCode(t, { ...proof, second_factor: currentTotpCode(t, me.secret) })).status,
  ).toBe(200)
  t.clock.advance(minuteMs)
  const { body } = await t.call('auth.get_code', { body: { email: me.email } })
  const next = { email: me.email, sig: body.sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' }
  expect(
    (await verifySignInCode(t, { ...next, second_factor: wrongTotpCode(t, me.secret) })).codes,
  ).toEqual(['second_factor_invalid'])
  const held = await verifySignInCode(t, { ...next, second_factor: currentTotpCode(t, me.secret) })
  expect([held.status, held.codes, Number(held.headers['retry-after'])]).toEqual([
    429,
    ['too_many'],
    14 * 60,
  ])
  // Attempts in a session and at sign-in share one limit.
  expect((await proveBySecondFactor(t, me, currentTotpCode(t, me.secret))).codes).toEqual([
    'too_many',
  ])
  expect((await verifySignInCode(t, { ...next, second_factor: me.codes[0] })).codes).toEqual([
    'too_many',
  ])
  t.clock.advance(14 * minuteMs)
  expect(
    (
      await verifySignInCode(t, {
        ...(await requestCodeAnHourLater(t, me.email)),
        second_factor: currentTotpCode(t, me.secret),
      })
    ).status,
  ).toBe(200)
})

test('a recovery code works once and its owner is notified', async () => {
  const me = await enrollMember(t)
  await processOutbox(t.services)
  const since = t.mails.length
  const [first = '', second = ''] = me.codes
  expect(
    (
      await verifySignInCode(t, {
        ...(await requestCodeAnHourLater(t, me.email)),
        second_factor: ` ${first.toUpperCase().replaceAll('-', ' ')} `,
      })
    ).status,
  ).toBe(200)
  const proof = await requestCodeAnHourLater(t, me.email)
  expect((await verifySignInCode(t, { ...proof, second_factor: first })).codes).toEqual([
    'second_factor_invalid',
  ])
  expect((await verifySignInCode(t, { ...proof, second_factor: second })).status).toBe(200)
  expect((await readSecondFactor(t, me)).recovery_codes_left).toBe(8)
  expect(await listNotices(t, me.email, since)).toEqual([
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
  const you = await enrollMember(t)
  expect(
    (
      await verifySignInCode(t, {
        ...(await requestCodeAnHourLater(t, you.email)),
        second_factor: me.codes[2],
      })
    ).codes,
  ).toEqual(['second_factor_invalid'])
})

/**
 * Creates a team, a member and a second factor at the system time, because separate processes have
 * no test clock.
 */
async function enrollAndSignIn(): Promise<
  EnrolledMember & { proof: { email: string; sig: string; code: string } }
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
    body: { code: currentTotpCode(t, secret, -1) },
  })
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email: me.email } })
  return {
    ...me,
    secret,
    codes: body.recovery_codes,
    proof: { email: me.email, sig, code: t.mails.at(-1)?.subject.slice(0, 6) ?? '' },
  }
}
const signInOnOtherProcess = (body: object) => other('POST', '/auth/verify_code', '', body)

test('two processes accept each code once under concurrency', async () => {
  const byApp = await enrollAndSignIn()
  const body = {
    ...byApp.proof,
    second_factor: currentTotpCode(t, byApp.secret, 0, new Date()),
  }
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
    signInOnOtherProcess({ ...byRecovery.proof, second_factor: code }),
  )
  expect(successes(second)).toHaveLength(1)
  expect((await readSecondFactor(t, byRecovery)).recovery_codes_left).toBe(9)

  // Different second factors with the same mailed code: the mailed code works once, and the refused
  // factor stays unused.
  const byBoth = await enrollAndSignIn()
  const third = await runConcurrently(4, (n) =>
    signInOnOtherProcess({ ...byBoth.proof, second_factor: byBoth.codes[n] }),
  )
  expect(successes(third)).toHaveLength(1)
  expect((await readSecondFactor(t, byBoth)).recovery_codes_left).toBe(9)

  const tried = await enrollAndSignIn()
  const guesses = await runConcurrently(30, (n) =>
    other('POST', '/auth/presence', tried.token, {
      second_factor: n % 2 ? wrongTotpCode(t, tried.secret) : 'abcd-efgh-jkmn',
    }),
  )
  expect([
    guesses.filter((one) => one.codes[0] === 'second_factor_invalid').length,
    guesses.filter((one) => one.codes[0] === 'too_many').length,
  ]).toEqual([10, 20])
})

test('an invite link requires the account’s second factor', async () => {
  const me = await enrollMember(t)
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
  expect((await accept(wrongTotpCode(t, me.secret))).codes).toEqual(['second_factor_invalid'])
  expect((await t.call('auth.verify_invite', { body: { token } })).status).toBe(200)
  const answers = await runConcurrently(3, () => accept(me.codes[0]))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await readSecondFactor(t, me)).recovery_codes_left).toBe(9)
  expect(
    (
      await t.call('config.get', {
        token: answers.find((answer) => answer.status === 200)?.body.access_token ?? '',
      })
    ).body.workspace.id,
  ).toBe(team.workspace_id)
  expect(await listNotices(t, me.email)).toContain('A recovery code was used to sign in to Laurel')
})
