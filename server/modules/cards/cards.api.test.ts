import { expect, test } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'

const t = setupTestApp(() => ({ env: { PUBLIC_URL: 'https://laurel.example' } }))
const good = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }

async function checkout(team: Team, callback = 'https://laurel.example/feed?x=1'): Promise<string> {
  const { body } = await t.call('billing.add_payment_method', {
    token: team.admin.token,
    body: { callback },
  })
  return body.session_url.replace('https://laurel.example/checkout/', '')
}
const pay = (token: string, card: object = {}) =>
  t.call('checkout.pay', { body: { token, ...good, ...card } })
const cardOf = async (team: Team) =>
  (await t.call('billing.payment_method', { token: team.admin.token })).body
const config = async (token: string) => (await t.call('config.get', { token })).body

test('adds a card on our own page once and replaces the old one', async () => {
  const team = await makeTeam(t)
  expect(await cardOf(team)).toBeNull()
  const token = await checkout(team)
  const name = (await config(team.admin.token)).workspace.name
  expect((await t.call('checkout.get', { body: { token } })).body).toEqual({
    team: name,
    purpose: 'subscription',
    offer: true,
    cancel_url: 'https://laurel.example/feed?x=1&card=canceled',
    order: null,
  })
  expect((await pay(token)).body).toEqual({
    redirect_url: 'https://laurel.example/feed?x=1&card=added',
  })
  expect(await cardOf(team)).toEqual({ brand: 'Visa', last4: '4242', expiry: '12/40' })
  expect((await pay(token)).codes).toEqual(['checkout_invalid'])
  await pay(await checkout(team), { number: '4000000000000341', expiry: '01/41' })
  expect(await cardOf(team)).toEqual({ brand: 'Visa', last4: '0341', expiry: '01/41' })
  const kept = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('cards').selectAll().execute(),
  )
  expect(JSON.stringify(kept)).not.toContain('4242424242424242')
  expect(kept.filter((card) => card.removed_at === null)).toHaveLength(1)
})

test.each([
  [{ number: '4000000000000002' }, 'payment_failed'],
  [{ number: '4000 0000 0000 9995' }, 'payment_failed'],
  [{ number: '4000000000000069' }, 'payment_failed'],
  [{ expiry: '01/20' }, 'payment_failed'],
  [{ number: '5555555555554444' }, 'wrong_format'],
  [{ number: '42' }, 'wrong_format'],
  [{ expiry: '13/40' }, 'wrong_format'],
  [{ cvc: 'x' }, 'wrong_format'],
])('rejects %j and keeps the page open', async (card, code) => {
  const team = await makeTeam(t)
  const token = await checkout(team)
  const refused = await pay(token, card)
  expect([refused.status, refused.codes]).toEqual([422, [code]])
  expect(await cardOf(team)).toBeNull()
  expect((await pay(token)).status).toBe(200)
})

test('reports each required field of an empty card form once', async () => {
  const token = await checkout(await makeTeam(t))
  const { status, errors } = await pay(token, { number: ' ', expiry: '', cvc: '' })
  expect(status).toBe(422)
  expect(errors.map(({ code, field }) => [field, code])).toEqual([
    ['number', 'required'],
    ['expiry', 'required'],
    ['cvc', 'required'],
  ])
})

test('completes a bank’s confirmation in a second step', async () => {
  const team = await makeTeam(t)
  const token = await checkout(team)
  expect((await pay(token, { number: '4000000000003220' })).body).toEqual({ redirect_url: null })
  expect(await cardOf(team)).toBeNull()
  expect(
    (await pay(token, { number: '4000000000003220', confirmed: true })).body.redirect_url,
  ).toContain('card=added')
})

test('opens the page for an hour, with return addresses on our own origin', async () => {
  const team = await makeTeam(t)
  for (const callback of [
    'https://evil.example/',
    'https://laurel.example.evil.example/',
    'http://laurel.example/',
    'javascript:alert(1)',
    'blob:https://laurel.example/x',
    'filesystem:https://laurel.example/temporary/x',
    'view-source:https://laurel.example/',
    'ftp://laurel.example/',
    'https://ada:secret@laurel.example/',
    '//laurel.example/',
    '/feed',
    'data:text/html,x',
  ]) {
    const { token } = team.admin
    for (const answer of [
      await t.call('billing.add_payment_method', { token, body: { callback } }),
      await t.call('rewards.add_payment_method', { token, body: { callback } }),
      await t.call('billing.subscribe', { token, body: { plan: 'month', callback } }),
    ]) {
      expect([callback, answer.status, answer.codes]).toEqual([callback, 422, ['callback_invalid']])
    }
  }
  const token = await checkout(team)
  for (const bad of ['x', 'x'.repeat(54), `${token.slice(0, -2)}xx`])
    expect((await t.call('checkout.get', { body: { token: bad } })).codes).toEqual([
      'checkout_invalid',
    ])
  t.clock.advance(3_600_001)
  expect((await pay(token)).codes).toEqual(['checkout_invalid'])
})

test('opens one page per key and saves one card per page', async () => {
  const team = await makeTeam(t)
  const ask = () =>
    t.call('billing.add_payment_method', {
      token: team.admin.token,
      key: 'one',
      body: { callback: 'https://laurel.example/feed' },
    })
  const [first, second] = [await ask(), await ask()]
  expect(first.body).toEqual(second.body)
  const token = first.body.session_url.replace('https://laurel.example/checkout/', '')
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(token)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('keeps the welcome offer in the trial until the first card claims it', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const claimed = async () =>
    (
      await t.services.db.tenant(team.workspace_id, (trx) =>
        trx.selectFrom('workspaces').select('discount_claimed_at').executeTakeFirstOrThrow(),
      )
    ).discount_claimed_at
  expect([
    (await config(team.admin.token)).welcome_offer,
    (await config(member.token)).welcome_offer,
  ]).toEqual([true, false])
  await pay(await checkout(team))
  const at = await claimed()
  expect(at).not.toBeNull()
  expect(await config(team.admin.token)).toMatchObject({
    welcome_offer: false,
    welcome_banner: false,
  })
  t.clock.advance(60_000)
  await pay(await checkout(team))
  expect(await claimed()).toEqual(at)

  const other = await makeTeam(t)
  expect((await t.call('billing.dismiss_offer', { token: other.admin.token })).status).toBe(204)
  expect(await config(other.admin.token)).toMatchObject({
    welcome_offer: true,
    welcome_banner: false,
  })
  expect(
    (await t.call('checkout.get', { body: { token: await checkout(other) } })).body.offer,
  ).toBe(true)
  await pay(await checkout(other))
  expect(await config(other.admin.token)).toMatchObject({
    welcome_offer: false,
    welcome_banner: false,
  })
  expect(
    (await t.call('billing.subscription', { token: other.admin.token })).body.lifetime_discount,
  ).toBe(true)

  const late = await makeTeam(t)
  t.clock.advance(31 * 86_400_000)
  const token = await startSession(t.services.db.global, t.clock.now(), {
    account_id: late.admin.account_id,
    kind: 'session',
    workspace_id: late.workspace_id,
    user_id: late.admin.user_id,
  })
  expect((await config(token)).welcome_offer).toBe(false)
  await pay(await checkout({ ...late, admin: { ...late.admin, token } }))
  const row = await t.services.db.tenant(late.workspace_id, (trx) =>
    trx.selectFrom('workspaces').select('discount_claimed_at').executeTakeFirstOrThrow(),
  )
  expect(row.discount_claimed_at).toBeNull()
})
