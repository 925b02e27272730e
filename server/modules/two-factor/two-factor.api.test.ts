import { minuteMs } from '#contract/durations.ts'
import { expect, test } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { type CallInput, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam, markPresent } from '#tests/support/factories.ts'
import {
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

/** Returns the stored secrets and recovery codes as one text. */
async function readStoredSecrets(): Promise<string> {
  return JSON.stringify(
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
}

test('the first code confirms an app whose secret is encrypted', async () => {
  const team = await makeTeam(t)
  const me = await makeMember(t, team.workspace_id)
  expect(await readSecondFactor(t, me)).toEqual({ on: false, since: null, recovery_codes_left: 0 })
  await markPresent(t, me)
  const abandoned = await t.call('second_factor.start', { token: me.token })
  const {
    body: { secret, uri },
  } = await t.call('second_factor.start', { token: me.token })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/Laurel:${encodeURIComponent(me.email)}?issuer=Laurel&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect((await readSecondFactor(t, me)).on).toBe(false)
  // An unconfirmed setup is not required at sign-in.
  expect((await verifySignInCode(t, await requestCodeAnHourLater(t, me.email))).status).toBe(200)
  await markPresent(t, me)
  await t.call('second_factor.start', { token: me.token })
  const { body: fresh } = await t.call('second_factor.start', { token: me.token })
  for (const code of [
    wrongTotpCode(t, fresh.secret),
    currentTotpCode(t, abandoned.body.secret),
    'abcd-efgh-jkmn',
  ])
    expect(
      (await t.call('second_factor.confirm', { token: me.token, body: { code } })).codes,
    ).toEqual(['second_factor_invalid'])
  const at = t.clock.now()
  const { body } = await t.call('second_factor.confirm', {
    token: me.token,
    body: { code: currentTotpCode(t, fresh.secret).replace(/(...)/, '$1 ') },
  })
  expect(body.recovery_codes).toHaveLength(10)
  expect(new Set(body.recovery_codes).size).toBe(10)
  for (const code of body.recovery_codes)
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/)
  expect(await readSecondFactor(t, me)).toEqual({
    on: true,
    since: at.toISOString(),
    recovery_codes_left: 10,
  })
  expect((await t.call('second_factor.start', { token: me.token })).codes).toEqual(['conflict'])
  expect(
    (
      await t.call('second_factor.confirm', {
        token: me.token,
        body: { code: currentTotpCode(t, fresh.secret, 1) },
      })
    ).codes,
  ).toEqual(['conflict'])
  const kept = await readStoredSecrets()
  for (const toldOnce of [fresh.secret, ...body.recovery_codes])
    expect(kept).not.toContain(toldOnce)
  expect(await listNotices(t, me.email)).toEqual([
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
        body: { code: currentTotpCode(t, secret) },
      })
    ).codes,
  ).toEqual(['conflict'])
  const on = await enrollMember(t)
  t.clock.advance(25 * 60 * minuteMs)
  expect((await deleteExpired(t.services))['second_factors']).toBeGreaterThanOrEqual(1)
  expect((await readSecondFactor(t, on)).on).toBe(true)
})

test('renewing codes and removing the app require presence', async () => {
  const me = await enrollMember(t)
  t.clock.advance(limits.presence_minutes * minuteMs)
  const renew = () => t.call('second_factor.codes', { token: me.token })
  const stop = () => t.call('second_factor.stop', { token: me.token })
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['presence_required'])
  expect((await proveBySecondFactor(t, me, wrongTotpCode(t, me.secret))).errors).toMatchObject([
    { code: 'second_factor_invalid', field: 'second_factor' },
  ])
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['presence_required'])
  expect(await readSecondFactor(t, me)).toMatchObject({ on: true, recovery_codes_left: 10 })
  await processOutbox(t.services)
  const since = t.mails.length
  expect((await proveBySecondFactor(t, me, currentTotpCode(t, me.secret))).status).toBe(200)
  const renewed = await renew()
  expect(renewed.body.recovery_codes.filter((code) => me.codes.includes(code))).toEqual([])
  t.clock.advance(limits.presence_minutes * minuteMs)
  expect((await proveBySecondFactor(t, me, me.codes[0] ?? '')).codes).toEqual([
    'second_factor_invalid',
  ])
  expect((await stop()).codes).toEqual(['presence_required'])
  expect((await proveBySecondFactor(t, me, renewed.body.recovery_codes[0] ?? '')).status).toBe(200)
  expect((await stop()).status).toBe(204)
  expect(await readSecondFactor(t, me)).toEqual({ on: false, since: null, recovery_codes_left: 0 })
  for (const act of [renew, stop]) expect((await act()).codes).toEqual(['conflict'])
  expect((await verifySignInCode(t, await requestCodeAnHourLater(t, me.email))).status).toBe(200)
  expect(await listNotices(t, me.email, since)).toEqual([
    'A recovery code for your Laurel account was used',
    'New recovery codes for your Laurel account',
    'The authenticator app was removed from your Laurel account',
  ])
  // A second setup shares nothing with the removed one.
  const again = await enrollMember(t, me)
  expect(again.secret).not.toBe(me.secret)
  expect(
    (
      await verifySignInCode(t, {
        ...(await requestCodeAnHourLater(t, me.email)),
        second_factor: renewed.body.recovery_codes[1],
      })
    ).codes,
  ).toEqual(['second_factor_invalid'])
})

test('access tokens and impersonation cannot access the second factor', async () => {
  const me = await enrollMember(t)
  const { body: made } = await t.call('tokens.create', {
    token: me.token,
    body: {
      name: 'Script',
      scopes: ['profile:read', 'profile:write'],
      expires_on: new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
    },
  })
  const { body: temporary } = await verifySignInCode(t, {
    ...(await requestCodeAnHourLater(t, me.email)),
    second_factor: currentTotpCode(t, me.secret),
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
  expect(await readSecondFactor(t, me)).toMatchObject({ on: true, recovery_codes_left: 10 })
})

test('a change of address keeps the second factor', async () => {
  const me = await enrollMember(t)
  const email = `moved-${me.email}`
  t.clock.advance(61 * minuteMs)
  expect((await t.call('profiles.get_code', { token: me.token, body: { email } })).codes).toEqual([
    'presence_required',
  ])
  expect((await proveBySecondFactor(t, me, currentTotpCode(t, me.secret))).status).toBe(200)
  const {
    body: { sig },
  } = await t.call('profiles.get_code', { token: me.token, body: { email } })
  const code = t.mails.at(-1)?.subject.slice(0, 6) ?? ''
  expect(
    (await t.call('profiles.verify_code', { token: me.token, body: { email, sig, code } })).status,
  ).toBe(200)
  const requested = await requestCodeAnHourLater(t, email)
  expect((await verifySignInCode(t, requested)).codes).toEqual(['second_factor_needed'])
  expect(
    (await verifySignInCode(t, { ...requested, second_factor: currentTotpCode(t, me.secret) }))
      .status,
  ).toBe(200)
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
  expect((await verifySignInCode(t, await requestCodeAnHourLater(t, email))).status).toBe(200)
})

test('the operator disables a second factor and the owner is notified', async () => {
  const me = await enrollMember(t)
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
  const laurel = (...words: string[]) => runCli(t, 'second-factor', ...words)
  // A failure in the second team keeps the factor, so that the operator repeats the command.
  const refuseEntries = (refuse: boolean) =>
    withClient(t.ownerUrl, (client) =>
      client.query(
        refuse
          ? `alter table audit_log add constraint test_refused
              check (workspace_id <> '${second.workspace_id}') not valid`
          : 'alter table audit_log drop constraint test_refused',
      ),
    )
  await refuseEntries(true)
  expect((await laurel('off', me.email)).code).not.toBe(0)
  expect(await readSecondFactor(t, me)).toMatchObject({ on: true })
  await refuseEntries(false)
  expect((await laurel('off', me.email.toUpperCase())).stdout).toMatch(/^Switched off\./)
  expect(await laurel('off', me.email)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^No account with the address/) as string,
  })
  expect(await readSecondFactor(t, me)).toMatchObject({ on: false, recovery_codes_left: 0 })
  // The CLI uses the system clock.
  t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime()) + minuteMs))
  expect(await listNotices(t, me.email, since)).toEqual([
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
  expect((await verifySignInCode(t, await requestCodeAnHourLater(t, me.email))).status).toBe(200)
})
