import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { expireTeamPurchases } from './deadline-worker.ts'

const t = setupTestApp()
let team: Team
let [one, two, three]: Member[] = []
beforeEach(async () => {
  team = await makeTeam(t)
  ;[one, two, three] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  for (const member of teamMembers()) await addBalance(t, member, 100)
})
afterEach(() => t.checkLedger())

function teamMembers(): [Member, Member, Member] {
  if (!one || !two || !three) throw new Error('nobody')
  return [one, two, three]
}
const give = (
  who: Member,
  id: string,
  amount: number | undefined,
  body: object = {},
  key?: string,
) =>
  t.call('shop.redeem', {
    token: who.token,
    params: { id },
    body: { ...(amount === undefined ? {} : { amount }), ...body },
    ...(key ? { key } : {}),
  })
const withdraw = (who: Member, purchase: { id: string }, key?: string) =>
  t.call('shop.cancel', { token: who.token, params: { id: purchase.id }, ...(key ? { key } : {}) })
const fulfil = (purchase: { id: string }, body: object = {}, key?: string) =>
  t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id: purchase.id },
    body,
    ...(key ? { key } : {}),
  })
const decline = (purchase: { id: string }, reason = '') =>
  t.call('rewards.decline', {
    token: team.admin.token,
    params: { id: purchase.id },
    body: { reason },
  })
const balances = () => Promise.all(teamMembers().map((who) => getBalance(t, who)))
const getShopReward = async (who: Member, id: string) =>
  (await t.call('shop.get', { token: who.token, params: { id } })).body
const findListedPurchase = async (id: string): Promise<Purchase | undefined> =>
  (await t.call('rewards.purchases', { token: team.admin.token })).body.items.find(
    (item) => item.id === id,
  )
const listEventTypes = (purchase: Purchase | undefined) =>
  purchase?.history.map((event) => [event.type, event.actor?.id ?? null, event.amount])
const stock = async (id: string) =>
  (await t.call('rewards.list', { token: team.admin.token })).body.find(
    (reward) => reward.id === id,
  )?.available_amount
/** Subjects and recipients of the mails sent now. */
async function listMails(): Promise<[string, string][]> {
  t.mails.length = 0
  await processOutbox(t.services)
  return t.mails
    .map((mail): [string, string] => [mail.to, mail.subject])
    .sort((a, b) => a[0].localeCompare(b[0]))
}

test('lists the price of an open team purchase', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team)
  const prices = async () => {
    const reward = (await t.call('rewards.list', { token: team.admin.token })).body.find(
      (one) => one.id === id,
    )
    return [reward?.price, reward?.filling_price, (await getShopReward(ben, id)).price]
  }
  expect(await prices()).toEqual([100, null, 100])
  const { body: purchase } = await give(anna, id, 30)
  await t.call('rewards.update', { token: team.admin.token, params: { id }, body: { price: 120 } })
  expect(await prices()).toEqual([120, 100, 100])
  await withdraw(anna, purchase)
  expect(await prices()).toEqual([120, null, 120])
})

test('funds a team reward with several contributions and fulfils it', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 2, deadline: '2026-12-24' })
  expect(await getShopReward(anna, id)).toMatchObject({
    contributed: 0,
    missing_points: 100,
    contributors: [],
    purchase_id: null,
    blocked: null,
  })
  const first = (await give(anna, id, 30, { comment: 'Pizza?' })).body
  expect(first).toMatchObject({
    status: 'pending',
    reward_type: 'team',
    contributed: 30,
    price: 100,
    deadline: '2026-12-24',
    company_part: 0,
    abilities: { withdraw: true, cancel: false, force: false, fulfil: false },
  })
  expect(await stock(id)).toBe(1)
  expect(await listMails()).toEqual([])
  expect((await give(anna, id, 5)).body.contributed).toBe(35)
  expect((await give(ben, id, 66)).errors).toMatchObject([
    { code: 'price_too_high', field: 'amount', params: { price: 65 } },
  ])
  await give(ben, id, 40, { comment: 'Yes!' })
  expect(await getShopReward(carl, id)).toMatchObject({
    contributed: 75,
    missing_points: 25,
    purchase_id: first.id,
    contributors: [{ id: anna.user_id }, { id: ben.user_id }],
  })
  const full = (await give(carl, id, 25)).body
  expect(full).toMatchObject({
    id: first.id,
    status: 'purchased',
    contributed: 100,
    user_ids: [anna.user_id, ben.user_id, carl.user_id],
    comments: [{ text: 'Pizza?' }, { text: 'Yes!' }],
  })
  expect(full.abilities).toMatchObject({ withdraw: false })
  expect(new Set(full.contributions.map((part) => part.status))).toEqual(new Set(['purchased']))
  expect(await balances()).toEqual([65, 60, 75])
  expect(await listMails()).toEqual([[team.admin.email, '“Team lunch” is ready to hand over']])
  expect(await findListedPurchase(first.id)).toMatchObject({
    abilities: { fulfil: true, decline: true, force: false },
  })
  expect((await withdraw(carl, first)).codes).toEqual(['purchase_decided'])
  // The next purchase can start, and takes the last unit of the stock.
  const next = (await give(carl, id, 1)).body
  expect(next.id).not.toBe(first.id)
  expect(await stock(id)).toBe(0)
  expect((await getShopReward(anna, id)).contributed).toBe(1)

  const done = (await fulfil(first)).body
  expect(done.status).toBe('fulfilled')
  expect(listEventTypes(done)).toEqual([
    ['contributed', anna.user_id, 30],
    ['contributed', anna.user_id, 5],
    ['contributed', ben.user_id, 40],
    ['contributed', carl.user_id, 25],
    ['purchased', carl.user_id, null],
    ['fulfilled', team.admin.user_id, null],
  ])
  expect(await listMails()).toEqual(
    teamMembers()
      .map((member) => [member.email, '“Team lunch” is yours'])
      .sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? '')),
  )
  expect((await fulfil(first)).codes).toEqual(['purchase_decided'])
  expect((await decline(first)).codes).toEqual(['purchase_decided'])
})

test('validates amount, missing points, comment and balance of a contribution', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { comment_required: true })
  expect((await give(anna, id, undefined, { comment: 'x' })).errors).toMatchObject([
    { code: 'required', field: 'amount' },
  ])
  expect((await give(anna, id, 0, { comment: 'x' })).errors).toMatchObject([
    { code: 'price_too_low', field: 'amount' },
  ])
  expect((await give(anna, id, 1.5, { comment: 'x' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'amount' },
  ])
  expect((await give(anna, id, 101, { comment: 'x' })).errors).toMatchObject([
    {
      code: 'price_too_high',
      params: { price: 100 },
      message: 'Please enter a price no greater than 100',
    },
  ])
  expect((await give(anna, id, 10)).errors).toMatchObject([
    { code: 'comment_required', field: 'comment' },
  ])
  expect((await give(anna, id, 10, { comment: 'x', price: 90 })).errors).toMatchObject([
    { code: 'price_changed', params: { price: 100 } },
  ])
  const rich = await makeTeamReward(t, team, { price: 500 })
  expect((await give(ben, rich, 101)).codes).toEqual(['not_enough_points'])
  expect(await balances()).toEqual([100, 100, 100])
  expect((await t.call('shop.purchases', { token: anna.token })).body.items).toEqual([])
})

test('withdraws a user’s own contributions and cancels with the last', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 1 })
  const purchase = (await give(anna, id, 20)).body
  await give(anna, id, 10)
  await give(ben, id, 15)
  expect((await withdraw(carl, purchase)).status).toBe(404)
  const without = (await withdraw(anna, purchase, 'once')).body
  expect((await withdraw(anna, purchase, 'once')).body).toEqual(without)
  expect(without).toMatchObject({
    status: 'pending',
    contributed: 15,
    user_ids: [ben.user_id],
    abilities: { withdraw: false },
  })
  expect(await balances()).toEqual([100, 85, 100])
  expect((await withdraw(anna, purchase)).codes).toEqual(['purchase_decided'])
  expect((await t.call('shop.purchases', { token: anna.token })).body.items).toEqual([])
  const canceled = (await withdraw(ben, purchase)).body
  expect(canceled).toMatchObject({ status: 'declined', contributed: 0 })
  expect(canceled.canceled_at).not.toBeNull()
  expect(listEventTypes(canceled)?.slice(-3)).toEqual([
    ['withdrawn', anna.user_id, 30],
    ['withdrawn', ben.user_id, 15],
    ['canceled', ben.user_id, null],
  ])
  expect([await stock(id), await balances()]).toEqual([1, [100, 100, 100]])
  expect(
    (await t.call('coins.list', { token: ben.token, params: { id: ben.user_id } })).body.items[0],
  ).toMatchObject({ type: 'purchase_canceled', amount: 15 })
})

test('lets an administrator buy an underfunded reward and fulfil it later', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team)
  const purchase = (await give(anna, id, 30)).body
  await give(ben, id, 25)
  expect(await findListedPurchase(purchase.id)).toMatchObject({
    abilities: { force: true, fulfil: false, decline: true },
  })
  expect((await fulfil(purchase)).errors).toMatchObject([
    { code: 'team_reward_underfunded', params: { missing: 45 } },
  ])
  const bought = (await fulfil(purchase, { force: true }, 'force')).body
  expect(bought).toMatchObject({
    status: 'purchased',
    company_part: 45,
    contributed: 55,
    abilities: { fulfil: true, force: false },
  })
  expect((await fulfil(purchase, { force: true }, 'force')).body).toEqual(bought)
  expect(listEventTypes(bought)?.at(-1)).toEqual(['forced', team.admin.user_id, 45])
  expect((await fulfil(purchase, { force: true })).codes).toEqual(['conflict'])
  expect(
    (
      await t.call('rewards.fulfil', {
        token: anna.token,
        params: { id: purchase.id },
        body: { force: true },
      })
    ).status,
  ).toBe(403)
  expect((await fulfil(purchase)).body.status).toBe('fulfilled')
  const audit = (await t.call('workspace.audit', { token: team.admin.token })).body.items.filter(
    (entry) => entry.action.startsWith('purchase.'),
  )
  expect(audit.map((entry) => [entry.action, entry.details])).toEqual([
    ['purchase.fulfilled', { purchase_id: purchase.id }],
    ['purchase.forced', { purchase_id: purchase.id, company_part: 45 }],
  ])
})

test('refunds all contributors when a purchase is declined', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 5 })
  const open = (await give(anna, id, 30)).body
  await give(ben, id, 20)
  expect((await decline(open, 'The place has closed')).body).toMatchObject({
    status: 'declined',
    decline_reason: 'The place has closed',
    canceled_at: null,
    contributed: 0,
  })
  const full = (await give(anna, id, 100)).body
  expect(full.status).toBe('purchased')
  expect((await decline(full)).body.status).toBe('declined')
  expect([await stock(id), await balances()]).toEqual([5, [100, 100, 100]])
  expect(listEventTypes(await findListedPurchase(open.id))?.at(-1)).toEqual([
    'declined',
    team.admin.user_id,
    null,
  ])
  expect((await listMails()).filter(([to]) => to === ben.email)).toEqual([
    [ben.email, '“Team lunch” was declined'],
  ])
  expect(t.mails.find((mail) => mail.to === ben.email)?.text).toContain('The place has closed')
})

test('refunds all contributors once after the deadline', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { deadline: '2026-06-16', available_amount: 1 })
  const purchase = (await give(anna, id, 30)).body
  await give(ben, id, 20)
  await t.call('profiles.update_me', { token: ben.token, body: { language: 'ru' } })
  await listMails()
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(36 * 3_600_000)
  // No contributions between the deadline and the worker's next run.
  expect((await give(anna, id, 5)).codes).toEqual(['out_of_stock'])
  expect((await t.call('shop.list', { token: anna.token })).body).toEqual([])
  const turns = await Promise.all([
    expireTeamPurchases(t.services),
    expireTeamPurchases(t.services),
  ])
  expect(turns.reduce((sum, done) => sum + done, 0)).toBe(1)
  expect(await balances()).toEqual([100, 100, 100])
  const over = await findListedPurchase(purchase.id)
  expect(over).toMatchObject({ status: 'declined', canceled_at: null, decline_reason: '' })
  expect(listEventTypes(over)?.at(-1)).toEqual(['expired', null, null])
  expect(await stock(id)).toBe(1)
  await listMails()
  expect(t.mails.find((mail) => mail.to === anna.email)?.text).toContain(
    'The deadline passed before the team had enough points.',
  )
  expect(t.mails.find((mail) => mail.to === ben.email)?.text).toContain(
    'Срок прошёл раньше, чем собралось достаточно баллов.',
  )
  expect(t.mails).toHaveLength(2)
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(-36 * 3_600_000)
})

test('keeps a fully funded purchase after its deadline', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { deadline: '2026-06-16' })
  await give(anna, id, 100)
  t.clock.advance(72 * 3_600_000)
  expect(await expireTeamPurchases(t.services)).toBe(0)
  t.clock.advance(-72 * 3_600_000)
})

test('keeps an open purchase on a new price, a deletion or an empty stock', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 1 })
  const purchase = (await give(anna, id, 10)).body
  await t.call('rewards.update', { token: team.admin.token, params: { id }, body: { price: 500 } })
  expect(await getShopReward(ben, id)).toMatchObject({ price: 100, missing_points: 90 })
  expect((await give(ben, id, 10, { price: 500 })).errors[0]).toMatchObject({
    code: 'price_changed',
    params: { price: 100 },
  })
  expect((await give(ben, id, 10, { price: 100 })).status).toBe(200)
  await t.call('rewards.delete', { token: team.admin.token, params: { id } })
  expect((await t.call('shop.get', { token: ben.token, params: { id } })).status).toBe(404)
  expect((await give(ben, id, 30)).body.contributed).toBe(50)
  expect((await give(carl, id, 50, { purchase_id: purchase.id })).body.status).toBe('purchased')
  // A late contributor does not open another purchase, which a deleted reward would not allow.
  expect((await give(carl, id, 5, { purchase_id: purchase.id })).codes).toEqual(['conflict'])
  expect((await give(carl, id, 5)).codes).toEqual(['out_of_stock'])
})

test('counts purchases, not contributions, for a one-time reward', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 50, one_time: true })
  await give(anna, id, 10)
  expect((await getShopReward(anna, id)).blocked).toBeNull()
  await give(anna, id, 10)
  await give(ben, id, 30)
  expect((await getShopReward(anna, id)).blocked).toBe('one_time_used')
  expect((await give(anna, id, 10)).codes).toEqual(['one_time_used'])
  expect((await getShopReward(teamMembers()[2], id)).blocked).toBeNull()
})

test('rejects contributions with a balance at or below zero', async () => {
  const debtor = await makeMember(t, team.workspace_id)
  const id = await makeTeamReward(t, team)
  const post = await makePost(t, team.admin, [debtor], team.value_id, 20)
  await give(debtor, id, 20)
  expect((await getShopReward(debtor, id)).blocked).toBe('not_enough_points')
  await t.call('posts.delete', { token: team.admin.token, params: { id: post } })
  expect(await getBalance(t, debtor)).toBe(-20)
  expect((await give(debtor, id, 1)).codes).toEqual(['not_enough_points'])
  expect((await getShopReward(debtor, id)).blocked).toBe('not_enough_points')
})

test('hides other teams’ rewards and filters lists by kind', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team)
  const purchase = (await give(anna, id, 10)).body
  const cake = (
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Cake', price: 5 } })
  ).body
  const own = (
    await t.call('shop.redeem', { token: anna.token, params: { id: cake.id }, body: {} })
  ).body
  const other = await makeTeam(t)
  await addBalance(t, other.admin, 50)
  expect((await give(other.admin, id, 10)).status).toBe(404)
  expect((await withdraw(other.admin, purchase)).status).toBe(404)
  for (const body of [{}, { force: true }])
    expect(
      (
        await t.call('rewards.fulfil', {
          token: other.admin.token,
          params: { id: purchase.id },
          body,
        })
      ).status,
    ).toBe(404)
  const otherReward = await makeTeamReward(t, other)
  expect((await give(other.admin, otherReward, 10, { purchase_id: purchase.id })).codes).toEqual([
    'conflict',
  ])
  const ids = async (query: Record<string, string>) =>
    (await t.call('shop.purchases', { token: anna.token, query })).body.items.map((item) => item.id)
  expect(await ids({ reward_type: 'team' })).toEqual([purchase.id])
  expect(await ids({ reward_type: 'individual', type: 'manual' })).toEqual([own.id])
  expect(await ids({ type: 'automatic' })).toEqual([])
  expect(listEventTypes(own)).toEqual([['redeemed', anna.user_id, 5]])
})

test('withdraws a deleted user from every team purchase', async () => {
  const [anna, ben] = teamMembers()
  const [shared, alone] = [
    await makeTeamReward(t, team),
    await makeTeamReward(t, team, { available_amount: 1 }),
  ]
  const together = (await give(anna, shared, 30)).body
  await give(ben, shared, 20)
  const lonely = (await give(anna, alone, 40)).body
  expect(
    (await t.call('users.delete', { token: team.admin.token, params: { id: anna.user_id } }))
      .status,
  ).toBe(204)
  expect(await findListedPurchase(together.id)).toMatchObject({
    status: 'pending',
    contributed: 20,
    user_ids: [ben.user_id],
  })
  expect(await findListedPurchase(lonely.id)).toMatchObject({ status: 'declined' })
  expect(await stock(alone)).toBe(1)
  expect((await withdraw(ben, together)).body.status).toBe('declined')
})

test('returns the latest hundred events of a history', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 1_000 })
  await addBalance(t, anna, 200)
  for (let n = 0; n < 110; n += 1) await give(anna, id, 1)
  const last = (await give(anna, id, 2)).body
  expect(last.history).toHaveLength(100)
  expect(last.history.at(-1)).toMatchObject({ type: 'contributed', amount: 2 })
})
