import { afterEach, beforeEach, expect, test } from 'vitest'
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
import {
  redeemFor,
  withdrawPurchase,
  fulfilAsAdmin,
  declineAsAdmin,
  loadShopReward,
  findListedPurchase,
  listEventTypes,
  loadStock,
  sendAndListMails,
} from '#tests/support/team-rewards.ts'

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
const balances = () => Promise.all(teamMembers().map((who) => getBalance(t, who)))

test('keeps the shop reachable while its last team reward collects', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 1 })
  await redeemFor(t, anna, id, 30)
  expect(await loadStock(t, team, id)).toBe(0)
  expect((await t.call('config.get', { token: ben.token })).body.rewards_exist).toBe(true)
})

test('lists the price of an open team purchase', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team)
  const prices = async () => {
    const reward = (await t.call('rewards.list', { token: team.admin.token })).body.find(
      (one) => one.id === id,
    )
    return [reward?.price, reward?.filling_price, (await loadShopReward(t, ben, id)).price]
  }
  expect(await prices()).toEqual([100, null, 100])
  const { body: purchase } = await redeemFor(t, anna, id, 30)
  await t.call('rewards.update', { token: team.admin.token, params: { id }, body: { price: 120 } })
  expect(await prices()).toEqual([120, 100, 100])
  await withdrawPurchase(t, anna, purchase)
  expect(await prices()).toEqual([120, null, 120])
})

async function expectMailToEach(subject: string): Promise<void> {
  expect(await sendAndListMails(t)).toEqual(
    teamMembers()
      .map((member) => [member.email, subject])
      .sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? '')),
  )
}

test('funds a team reward with several contributions and fulfills it', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 2, deadline: '2026-12-24' })
  expect(await loadShopReward(t, anna, id)).toMatchObject({
    contributed: 0,
    missing_points: 100,
    contributors: [],
    purchase_id: null,
    blocked: null,
  })
  const first = (await redeemFor(t, anna, id, 30, { comment: 'Pizza?' })).body
  expect(first).toMatchObject({
    status: 'pending',
    reward_type: 'team',
    contributed: 30,
    price: 100,
    deadline: '2026-12-24',
    company_part: 0,
    abilities: { withdraw: true, cancel: false, force: false, fulfil: false },
  })
  expect(await loadStock(t, team, id)).toBe(1)
  expect(await sendAndListMails(t)).toEqual([])
  expect((await redeemFor(t, anna, id, 5)).body.contributed).toBe(35)
  expect((await redeemFor(t, ben, id, 66)).errors).toMatchObject([
    { code: 'price_too_high', field: 'amount', params: { price: 65 } },
  ])
  await redeemFor(t, ben, id, 40, { comment: 'Yes!' })
  expect(await loadShopReward(t, carl, id)).toMatchObject({
    contributed: 75,
    missing_points: 25,
    purchase_id: first.id,
    contributors: [{ id: anna.user_id }, { id: ben.user_id }],
  })
  const full = (await redeemFor(t, carl, id, 25)).body
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
  expect(await sendAndListMails(t)).toEqual([
    [team.admin.email, '“Team lunch” is ready to hand over'],
  ])
  expect(await findListedPurchase(t, team, first.id)).toMatchObject({
    abilities: { fulfil: true, decline: true, force: false },
  })
  expect((await withdrawPurchase(t, carl, first)).codes).toEqual(['purchase_decided'])
  // The next purchase can start, and takes the last unit of the stock.
  const next = (await redeemFor(t, carl, id, 1)).body
  expect(next.id).not.toBe(first.id)
  expect(await loadStock(t, team, id)).toBe(0)
  expect((await loadShopReward(t, anna, id)).contributed).toBe(1)

  const done = (await fulfilAsAdmin(t, team, first)).body
  expect(done.status).toBe('fulfilled')
  expect(listEventTypes(done)).toEqual([
    ['contributed', anna.user_id, 30],
    ['contributed', anna.user_id, 5],
    ['contributed', ben.user_id, 40],
    ['contributed', carl.user_id, 25],
    ['purchased', carl.user_id, null],
    ['fulfilled', team.admin.user_id, null],
  ])
  await expectMailToEach('“Team lunch” is yours')
  expect((await fulfilAsAdmin(t, team, first)).codes).toEqual(['purchase_decided'])
  expect((await declineAsAdmin(t, team, first)).codes).toEqual(['required'])
})

test('validates amount, missing points, comment and balance of a contribution', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { comment_required: true })
  expect((await redeemFor(t, anna, id, undefined, { comment: 'x' })).errors).toMatchObject([
    { code: 'required', field: 'amount' },
  ])
  expect((await redeemFor(t, anna, id, 0, { comment: 'x' })).errors).toMatchObject([
    { code: 'price_too_low', field: 'amount' },
  ])
  expect((await redeemFor(t, anna, id, 1.5, { comment: 'x' })).errors).toMatchObject([
    { code: 'wrong_format', field: 'amount' },
  ])
  expect((await redeemFor(t, anna, id, 101, { comment: 'x' })).errors).toMatchObject([
    {
      code: 'price_too_high',
      params: { price: 100 },
      message: 'Please enter a price no greater than 100',
    },
  ])
  expect((await redeemFor(t, anna, id, 10)).errors).toMatchObject([
    { code: 'comment_required', field: 'comment' },
  ])
  expect((await redeemFor(t, anna, id, 10, { comment: 'x', price: 90 })).errors).toMatchObject([
    { code: 'price_changed', params: { price: 100 } },
  ])
  const rich = await makeTeamReward(t, team, { price: 500 })
  expect((await redeemFor(t, ben, rich, 101)).codes).toEqual(['not_enough_points'])
  expect(await balances()).toEqual([100, 100, 100])
  expect((await t.call('shop.purchases', { token: anna.token })).body.items).toEqual([])
})

test('withdraws a user’s own contributions and cancels with the last', async () => {
  const [anna, ben, carl] = teamMembers()
  const id = await makeTeamReward(t, team, { available_amount: 1 })
  const purchase = (await redeemFor(t, anna, id, 20)).body
  await redeemFor(t, anna, id, 10)
  await redeemFor(t, ben, id, 15)
  expect((await withdrawPurchase(t, carl, purchase)).status).toBe(404)
  const without = (await withdrawPurchase(t, anna, purchase, 'once')).body
  expect((await withdrawPurchase(t, anna, purchase, 'once')).body).toEqual(without)
  expect(without).toMatchObject({
    status: 'pending',
    contributed: 15,
    user_ids: [ben.user_id],
    abilities: { withdraw: false },
  })
  expect(await balances()).toEqual([100, 85, 100])
  expect((await withdrawPurchase(t, anna, purchase)).codes).toEqual(['purchase_decided'])
  expect((await t.call('shop.purchases', { token: anna.token })).body.items).toEqual([])
  const canceled = (await withdrawPurchase(t, ben, purchase)).body
  expect(canceled).toMatchObject({ status: 'declined', contributed: 0 })
  expect(canceled.canceled_at).not.toBeNull()
  expect(listEventTypes(canceled)?.slice(-3)).toEqual([
    ['withdrawn', anna.user_id, 30],
    ['withdrawn', ben.user_id, 15],
    ['canceled', ben.user_id, null],
  ])
  expect([await loadStock(t, team, id), await balances()]).toEqual([1, [100, 100, 100]])
  expect(
    (await t.call('coins.list', { token: ben.token, params: { id: ben.user_id } })).body.items[0],
  ).toMatchObject({ type: 'purchase_canceled', amount: 15 })
})

test('counts purchases, not contributions, for a one-time reward', async () => {
  const [anna, ben] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 50, one_time: true })
  await redeemFor(t, anna, id, 10)
  expect((await loadShopReward(t, anna, id)).blocked).toBeNull()
  await redeemFor(t, anna, id, 10)
  await redeemFor(t, ben, id, 30)
  expect((await loadShopReward(t, anna, id)).blocked).toBe('one_time_used')
  expect((await redeemFor(t, anna, id, 10)).codes).toEqual(['one_time_used'])
  expect((await loadShopReward(t, teamMembers()[2], id)).blocked).toBeNull()
})

test('rejects contributions with a balance at or below zero', async () => {
  const debtor = await makeMember(t, team.workspace_id)
  const id = await makeTeamReward(t, team)
  const post = await makePost(t, team.admin, [debtor], team.value_id, 20)
  await redeemFor(t, debtor, id, 20)
  expect((await loadShopReward(t, debtor, id)).blocked).toBe('not_enough_points')
  await t.call('posts.delete', { token: team.admin.token, params: { id: post } })
  expect(await getBalance(t, debtor)).toBe(-20)
  expect((await redeemFor(t, debtor, id, 1)).codes).toEqual(['not_enough_points'])
  expect((await loadShopReward(t, debtor, id)).blocked).toBe('not_enough_points')
})

test('hides other teams’ rewards and filters lists by kind', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team)
  const purchase = (await redeemFor(t, anna, id, 10)).body
  const cake = (
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Cake', price: 5 } })
  ).body
  const own = (
    await t.call('shop.redeem', { token: anna.token, params: { id: cake.id }, body: {} })
  ).body
  const other = await makeTeam(t)
  await addBalance(t, other.admin, 50)
  expect((await redeemFor(t, other.admin, id, 10)).status).toBe(404)
  expect((await withdrawPurchase(t, other.admin, purchase)).status).toBe(404)
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
  expect(
    (await redeemFor(t, other.admin, otherReward, 10, { purchase_id: purchase.id })).codes,
  ).toEqual(['conflict'])
  const ids = async (query: Record<string, string>) =>
    (await t.call('shop.purchases', { token: anna.token, query })).body.items.map((item) => item.id)
  expect(await ids({ reward_type: 'team' })).toEqual([purchase.id])
  expect(await ids({ reward_type: 'individual', type: 'manual' })).toEqual([own.id])
  expect(await ids({ type: 'automatic' })).toEqual([])
  expect(listEventTypes(own)).toEqual([['redeemed', anna.user_id, 5]])
})

test('returns the latest hundred events of a history', async () => {
  const [anna] = teamMembers()
  const id = await makeTeamReward(t, team, { price: 1_000 })
  await addBalance(t, anna, 200)
  for (let n = 0; n < 110; n += 1) await redeemFor(t, anna, id, 1)
  const last = (await redeemFor(t, anna, id, 2)).body
  expect(last.history).toHaveLength(100)
  expect(last.history.at(-1)).toMatchObject({ type: 'contributed', amount: 2 })
})
