import { beforeAll, expect, test } from 'vitest'
import { trickyAddresses } from '#contract/email-address.examples.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp.ts'
import { parseRow } from '#server/modules/people-files/parse-rows.ts'
import { disableTwoFactorByOperator } from '#server/modules/two-factor/service.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeSecondFactor,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { startGoogleServer } from '#tests/support/google-server.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { createImpersonationLink } from './impersonation.ts'

/**
 * Every input of an e-mail address accepts one spelling of a mailbox (contract/email-address.ts).
 */
const t = setupTestApp()
let team: Team
let pending: string
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  pending = (await makeMember(t, team.workspace_id, { state: 'pending' })).user_id
})
const accounts = async () =>
  (
    await t.services.db.global.selectFrom('accounts').select('email').orderBy('email').execute()
  ).map(({ email }) => email)

test('every call refuses disguised addresses at their field', async () => {
  const before = [await accounts(), t.mails.length]
  for (const email of trickyAddresses) {
    const refused = await Promise.all([
      t.call('auth.get_code', { body: { email } }),
      t.call('auth.verify_code', { body: { email, sig: 'x'.repeat(43), code: '000000' } }),
      t.call('profiles.get_code', { token: member.token, body: { email } }),
      t.call('profiles.verify_code', {
        token: member.token,
        body: { email, sig: 'x'.repeat(43), code: '000000' },
      }),
      t.call('users.update', { token: team.admin.token, params: { id: pending }, body: { email } }),
      t.call('billing.update_details', { token: team.admin.token, body: { name: 'Ltd', email } }),
      t.call('shop.readdress', { token: member.token, params: { id: pending }, body: { email } }),
      // Other text rules refuse the rest.
      ...(email.includes('@') &&
      email.length <= 254 &&
      !email.includes('\u0000') &&
      email.isWellFormed()
        ? [t.call('settings.update', { token: team.admin.token, body: { contact: email } })]
        : []),
    ])
    for (const { status, errors } of refused)
      expect([email, status, errors.map(({ code }) => code)]).toEqual([
        email,
        422,
        ['email_invalid'],
      ])
    const [outcome] = (
      await t.call('users.create', { token: team.admin.token, body: { users: [{ email }] } })
    ).body
    expect([email, outcome]).toMatchObject([
      email,
      { outcome: 'refused', code: 'email_invalid', user: null },
    ])
  }
  expect([await accounts(), t.mails.length]).toEqual(before)
})

test('an import refuses rows with disguised addresses', () => {
  const columns = { at: { email: 0 }, orders: {}, familyFirst: false }
  for (const email of trickyAddresses.filter(Boolean))
    expect([email, parseRow(columns as never, [email], false)]).toMatchObject([
      email,
      { refused: { code: 'email_invalid', field: 'email' } },
    ])
})

test('a Google token with a disguised address is refused', async () => {
  const google = await startGoogleServer()
  const { createGoogleVerifier } = await import('#server/adapters/google/google.ts')
  const verifier = createGoogleVerifier(
    { clientId: google.clientId, jwksUrl: google.env['GOOGLE_JWKS_URL'] ?? '' },
    t.services.log,
  )
  const at = new Date()
  expect(
    await verifier.verify(
      google.token(at, { email: 'ada@example.test', nonce: 'ours' }),
      ['ours'],
      at,
    ),
  ).toMatchObject({ email: 'ada@example.test' })
  for (const email of trickyAddresses)
    expect([
      email,
      await verifier.verify(google.token(at, { email, nonce: 'ours' }), ['ours'], at),
    ]).toEqual([email, null])
  await google.stop()
})

test('the operator finds a member by every spelling of its address', async () => {
  const one = await makeMember(t, team.workspace_id, { email: 'ada@bücher.example' })
  await makeSecondFactor(t, one)
  for (const email of ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.example'])
    expect(
      await createImpersonationLink(t.services.db, team.workspace_id, email, 'Op', t.clock.now()),
    ).not.toBeNull()
  expect(
    await disableTwoFactorByOperator(t.services.db, 'ada@XN--bcher-kva.example', t.clock.now()),
  ).toBe(true)
  for (const email of trickyAddresses) {
    expect(
      await createImpersonationLink(t.services.db, team.workspace_id, email, 'Op', t.clock.now()),
    ).toBeNull()
    expect(await disableTwoFactorByOperator(t.services.db, email, t.clock.now())).toBe(false)
  }
})

test('the mail library sends to exactly the given address', async () => {
  const { port, recipients, stop } = await startSmtpServer()
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Laurel <laurel@example.test>')
  await mailer.send({ to: 'ada@example.test', subject: 's', text: 't', html: 'h' })
  await mailer.send({ to: 'ada@bücher.example', subject: 's', text: 't', html: 'h' })
  for (const to of [
    'x,a@x.test',
    'a@x.test,b@y.test',
    'g:a@x.test;',
    'a(c)@x.test',
    'Ada <a@x.test>',
    '"b" <a@x.test>',
  ])
    await mailer.send({ to, subject: 's', text: 't', html: 'h' }).catch(() => undefined)
  expect(recipients.slice(0, 2)).toEqual(['ada@example.test', 'ada@xn--bcher-kva.example'])
  expect(recipients.filter((one) => one === 'a@x.test' || one === 'b@y.test')).toEqual([])
  await mailer.close()
  await stop()
})
