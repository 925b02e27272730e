import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { endDueGraces } from './worker.ts'
import { getBalance } from '#tests/support/factories.ts'
import { setWorth } from '#tests/support/point-worths.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { createLeaverTeam, type LeaverTeam } from '#tests/support/leavers.ts'

const t = setupTestApp()
let l: LeaverTeam
beforeEach(async () => {
  l = await createLeaverTeam(t)
})
afterEach(() => t.checkLedger())

test('deactivation mails a link to the personal address only', async () => {
  await t.call('leavers.set_address', {
    token: l.leaver.token,
    body: { email: 'lea@home.example' },
  })
  await l.deactivate()
  const token = await l.findToken('lea@home.example')
  expect(await l.mailsTo(l.leaver.email)).toEqual([])
  expect((await l.open(token)).body).toMatchObject({
    first_name: 'Lea',
    balance: 50,
    outcome: 'return',
    purchases: [],
  })
})

test('deactivation mails the work address without a personal one', async () => {
  await l.deactivate()
  expect((await l.open(await l.findToken())).status).toBe(200)
})

test('bulk deactivation starts a grace for each member', async () => {
  await t.call('users.update_many', {
    token: l.team.admin.token,
    body: { ids: [l.leaver.user_id, l.mate.user_id], state: 'deactivated' },
  })
  expect((await l.list()).map(({ state, points }) => [state, points])).toEqual([
    ['open', 0],
    ['open', 50],
  ])
})

test('deactivation returns parts of open team purchases first', async () => {
  const id = await l.createReward({ title: 'Trip', price: 100, reward_type: 'team' })
  await t.call('shop.redeem', { token: l.leaver.token, params: { id }, body: { amount: 20 } })
  await l.deactivate()
  expect((await l.list())[0]).toMatchObject({ points: 50, state: 'open' })
  expect((await l.open(await l.findToken())).body.rewards).toEqual([])
})

test('a canceled invite without points starts no grace', async () => {
  const { body } = await t.call('users.create', {
    token: l.team.admin.token,
    body: { users: [{ email: 'never@example.test' }] },
  })
  await l.deactivate(body[0]?.user?.id)
  expect(await l.list()).toEqual([])
})

test('redeeming uses the balance once for a repeated key', async () => {
  const reward = await l.createReward({ title: 'Tea', price: 30 })
  await l.deactivate()
  const token = await l.findToken()
  const redeem = () =>
    t.call('leavers.redeem', { body: { token, reward_id: reward, price: 30 }, key: 'once' })
  expect((await redeem()).body).toMatchObject({ balance: 20, purchases: [{ title: 'Tea' }] })
  expect((await redeem()).body.balance).toBe(20)
  expect((await l.redeem(token, reward)).codes).toEqual(['not_enough_points'])
})

test('a leaver reads that a reward was fulfilled, and that it was taken back', async () => {
  const reward = await l.createReward({ title: 'Tea', price: 30 })
  await l.deactivate()
  const token = await l.findToken()
  const { body } = await l.redeem(token, reward)
  const decision = { token: l.team.admin.token, params: { id: body.purchases[0]?.id ?? '' } }
  await t.call('rewards.fulfil', { ...decision, body: { note: 'By post', code: 'TEA-1' } })
  const mail = (await l.mailsTo()).at(-1)
  expect(mail?.subject).toContain('Tea')
  expect(mail?.text).toContain('TEA-1')
  expect((await l.open(token)).body.purchases[0]).toMatchObject({ code: 'TEA-1' })
  await t.call('rewards.decline', { ...decision, body: { reason: 'Out of stock' } })
  expect((await l.open(token)).body).toMatchObject({
    balance: 50,
    purchases: [{ decline_reason: 'Out of stock', returned_at: expect.any(String) }],
  })
})

test('a link opens no team reward', async () => {
  const id = await l.createReward({ title: 'Trip', price: 100, reward_type: 'team' })
  await l.deactivate()
  expect((await l.redeem(await l.findToken(), id)).codes).toEqual(['not_found'])
})

test('a link opens no other call', async () => {
  await l.deactivate()
  const token = await l.findToken()
  for (const name of ['config.get', 'posts.list', 'people.list', 'shop.list'] as const)
    expect((await t.call(name, { token })).codes).toEqual(['unauthorized'])
})

test.each([
  ['an unknown token', () => 'x'.repeat(54)],
  ['an empty token', () => ''],
  ['a token of another length', () => 'abc'],
  ['a token with another end', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['a token of an unknown team', (token: string) => `AAAA${token.slice(4)}`],
  ['a token with a NUL', () => '\u0000'.repeat(54)],
])('%s opens nothing', async (_, forge) => {
  await l.deactivate()
  const token = forge(await l.findToken())
  const reward = await l.createReward({ title: 'Tea', price: 5 })
  for (const answer of [
    await l.open(token),
    await l.redeem(token, reward),
    await t.call('leavers.thanks', { body: { token } }),
    await t.call('leavers.thanks_pdf', { body: { token } }),
  ])
    expect(answer.codes).toEqual(['leaver_link_invalid'])
})

test('a link redeems no reward of another team', async () => {
  const other = await createLeaverTeam(t)
  const reward = await other.createReward({ title: 'Tea', price: 5 })
  await l.deactivate()
  expect((await l.redeem(await l.findToken(), reward)).codes).toEqual(['not_found'])
})

test('an administrator changes no grace of another team', async () => {
  const other = await createLeaverTeam(t)
  await other.deactivate()
  const [grace] = await other.list()
  expect((await l.change('end', grace?.id ?? '')).codes).toEqual(['not_found'])
  expect((await other.list())[0]?.state).toBe('open')
})

test('the end returns the balance to the company and mails the leaver', async () => {
  await l.deactivate()
  const token = await l.findToken()
  t.clock.advance(10 * dayMs)
  await endDueGraces(t.services)
  expect(await endDueGraces(t.services)).toBe(0)
  expect(await l.list()).toMatchObject([{ state: 'ended', result: 'lapsed', points: 50 }])
  expect((await l.open(token)).codes).toEqual(['leaver_link_invalid'])
  expect((await l.mailsTo()).at(-1)?.text).toContain('50 points')
  expect((await l.readBalance()).items[0]).toMatchObject({ type: 'lapsed', amount: -50 })
})

test('the first access after the end ends the grace', async () => {
  await l.deactivate()
  const token = await l.findToken()
  t.clock.advance(10 * dayMs)
  expect((await l.open(token)).codes).toEqual(['leaver_link_invalid'])
  expect((await l.list())[0]?.state).toBe('ended')
})

test('the payroll gets the balance with its money value', async () => {
  await setWorth(t, l.team.admin, { currency: 'USD', minor: 1_000 })
  await l.setPolicy({ grace_days: 5, outcome: 'payroll' })
  await l.deactivate()
  t.clock.advance(5 * dayMs)
  await endDueGraces(t.services)
  expect((await l.list())[0]).toMatchObject({
    result: 'paid_out',
    points: 50,
    worth: { currency: 'USD', minor: 500 },
  })
  expect((await l.readBalance()).items[0]).toMatchObject({ type: 'paid_out', amount: -50 })
  const csv = await t.call('leavers.csv', { token: l.team.admin.token })
  expect(String(csv.body)).toContain('Payroll')
})

test('a later change of the rules leaves a running grace as it is', async () => {
  await l.deactivate()
  await l.setPolicy({ grace_days: 0, outcome: 'payroll' })
  await endDueGraces(t.services)
  expect((await l.list())[0]).toMatchObject({ state: 'open', outcome: 'return' })
})

test('no days end the grace at the next night without a link', async () => {
  await l.setPolicy({ grace_days: 0, outcome: 'return' })
  await l.deactivate()
  expect(await l.mailsTo()).toEqual([])
  await endDueGraces(t.services)
  expect((await l.list())[0]?.state).toBe('ended')
})

test('reactivation closes the link and keeps the balance', async () => {
  await l.deactivate()
  const token = await l.findToken()
  await t.call('users.update', {
    token: l.team.admin.token,
    params: { id: l.leaver.user_id },
    body: { state: 'pending' },
  })
  expect((await l.open(token)).codes).toEqual(['leaver_link_invalid'])
  expect(await l.list()).toEqual([])
  t.clock.advance(11 * dayMs)
  await endDueGraces(t.services)
  expect((await l.readBalance()).balance).toBe(50)
})

test('hold stops link, mails and end, and release goes on with the days left', async () => {
  await l.deactivate()
  const token = await l.findToken()
  const [grace] = await l.list()
  const id = grace?.id ?? ''
  t.clock.advance(4 * dayMs)
  expect((await l.change('hold', id)).body.state).toBe('held')
  expect((await l.change('hold', id)).codes).toEqual(['conflict'])
  expect((await l.open(token)).codes).toEqual(['leaver_link_invalid'])
  t.clock.advance(20 * dayMs)
  await endDueGraces(t.services)
  expect((await l.list())[0]?.state).toBe('held')
  const before = (await l.mailsTo()).length
  expect((await l.change('release', id)).body).toMatchObject({
    state: 'open',
    ends_at: new Date(t.clock.now().getTime() + 6 * dayMs).toISOString(),
  })
  expect(await l.mailsTo()).toHaveLength(before + 1)
  expect((await l.open(token)).codes).toEqual(['leaver_link_invalid'])
  expect((await l.open(await l.findToken())).status).toBe(200)
})

test('hold sends no waiting mail', async () => {
  await l.deactivate()
  const [grace] = await l.list()
  await l.change('hold', grace?.id ?? '')
  expect(await l.mailsTo()).toEqual([])
})

test('an administrator ends a grace now, once', async () => {
  await l.deactivate()
  const id = (await l.list())[0]?.id ?? ''
  expect((await l.change('end', id)).body).toMatchObject({ state: 'ended', result: 'lapsed' })
  expect((await l.change('end', id)).codes).toEqual(['conflict'])
})

test('points of a purchase declined after the end lapse in the next night', async () => {
  const reward = await l.createReward({ title: 'Tea', price: 30 })
  await l.deactivate()
  const { body } = await l.redeem(await l.findToken(), reward)
  t.clock.advance(10 * dayMs)
  await endDueGraces(t.services)
  await t.call('rewards.decline', {
    token: l.team.admin.token,
    params: { id: body.purchases[0]?.id ?? '' },
    body: { reason: 'Sold out' },
  })
  expect((await l.readBalance()).balance).toBe(30)
  await endDueGraces(t.services)
  expect((await l.readBalance()).balance).toBe(0)
  expect((await l.list()).map((row) => row.points)).toEqual([30, 20])
})

test('erasure ends the grace first and removes the personal address', async () => {
  await t.call('leavers.set_address', {
    token: l.leaver.token,
    body: { email: 'erased@home.example' },
  })
  await l.deactivate()
  await t.call('users.delete', {
    token: l.team.admin.token,
    params: { id: l.leaver.user_id },
  })
  expect((await l.list())[0]).toMatchObject({ state: 'ended', result: 'lapsed', points: 50 })
  expect(await l.mailsTo('erased@home.example')).toEqual([])
  const rows = await t.services.db.tenant(l.team.workspace_id, (trx) =>
    trx
      .selectFrom('personal_addresses')
      .select('user_id')
      .where('workspace_id', '=', l.team.workspace_id)
      .execute(),
  )
  expect(rows).toEqual([])
})

test('a personal address is encrypted and part of the personal export only', async () => {
  const { token } = l.leaver
  await t.call('leavers.set_address', { token, body: { email: 'Lea@Home.example' } })
  expect((await t.call('leavers.address', { token })).body.email).toBe('lea@home.example')
  const file = await t.call('profiles.export', { token })
  expect(file.body.profile['personal_address']).toBe('lea@home.example')
  const { rows } = await t.services.db.tenant(l.team.workspace_id, async (trx) => ({
    rows: await trx
      .selectFrom('personal_addresses')
      .select('address')
      .where('workspace_id', '=', l.team.workspace_id)
      .execute(),
  }))
  expect(rows[0]?.address.toString('latin1')).not.toContain('home.example')
  const seen = await t.call('users.get', {
    token: l.team.admin.token,
    params: { id: l.leaver.user_id },
  })
  expect(JSON.stringify(seen.body)).not.toContain('home.example')
  await t.call('leavers.set_address', { token, body: { email: null } })
  expect((await t.call('leavers.address', { token })).body.email).toBeNull()
})

test('gift cards need the worth of a point', async () => {
  expect((await l.setPolicy({ grace_days: 30, outcome: 'gift_card' })).codes).toEqual([
    'leaver_gift_cards',
  ])
  expect((await l.setPolicy({ grace_days: 91, outcome: 'return' })).codes).toEqual(['out_of_range'])
})

test('the balance of an active member is untouched by the worker', async () => {
  await endDueGraces(t.services)
  expect(await getBalance(t, l.leaver)).toBe(50)
})
