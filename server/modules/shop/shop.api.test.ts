import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reward } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 1_000)
})
afterAll(() => t.checkLedger())
const make = async (fields: object = {}): Promise<Reward> =>
  (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 100, ...fields },
    })
  ).body
const redeem = (reward: Reward, body: object = {}, who = member) =>
  t.call('shop.redeem', { token: who.token, params: { id: reward.id }, body })

test('hides sold out and deleted rewards, and those of other teams', async () => {
  const [gone, deleted, there] = [
    await make({ available_amount: 0 }),
    await make(),
    await make({ title: 'There', available_amount: 3 }),
  ]
  await t.call('rewards.delete', { token: team.admin.token, params: { id: deleted.id } })
  const ids = (await t.call('shop.list', { token: member.token })).body.map((one) => one.id)
  expect(ids).toContain(there.id)
  expect(ids).not.toContain(gone.id)
  expect(ids).not.toContain(deleted.id)
  expect((await t.call('shop.get', { token: member.token, params: { id: gone.id } })).status).toBe(
    404,
  )
  expect((await redeem(gone)).codes).toEqual(['out_of_stock'])
  expect((await redeem(deleted)).codes).toEqual(['out_of_stock'])
  expect((await t.call('shop.list', { token: (await makeTeam(t)).admin.token })).body).toEqual([])
})

test('holds the points when redeeming and spends them when fulfilling', async () => {
  const before = await getBalance(t, member)
  const reward = await make({ comment_required: true, available_amount: 2 })
  expect((await redeem(reward)).errors).toMatchObject([
    { code: 'comment_required', field: 'comment' },
  ])
  const { body: purchase } = await redeem(reward, { comment: 'With cream' })
  expect(purchase).toMatchObject({
    status: 'pending',
    price: 100,
    user_ids: [member.user_id],
    comments: [{ text: 'With cream' }],
    abilities: { cancel: true, fulfil: false },
  })
  expect(await getBalance(t, member)).toBe(before - 100)
  expect(
    (await t.call('shop.get', { token: member.token, params: { id: reward.id } })).body
      .available_amount,
  ).toBe(1)
  const listed = (await t.call('rewards.purchases', { token: team.admin.token })).body.items.find(
    (one) => one.id === purchase.id,
  )
  expect(listed).toMatchObject({ abilities: { cancel: false, fulfil: true, decline: true } })
  const done = await t.call('rewards.fulfil', {
    token: team.admin.token,
    params: { id: purchase.id },
    body: {},
  })
  expect(done.body).toMatchObject({ status: 'fulfilled', abilities: { fulfil: false } })
  expect(
    (await t.call('shop.cancel', { token: member.token, params: { id: purchase.id } })).codes,
  ).toEqual(['purchase_decided'])
})

test('refunds points and stock when a purchase is declined or canceled', async () => {
  const before = await getBalance(t, member)
  const reward = await make({ available_amount: 5 })
  const [one, two] = [(await redeem(reward)).body, (await redeem(reward)).body]
  expect(
    (
      await t.call('rewards.decline', {
        token: team.admin.token,
        params: { id: one.id },
        body: { reason: 'No cake today' },
      })
    ).body,
  ).toMatchObject({ status: 'declined', decline_reason: 'No cake today', canceled_at: null })
  expect(
    (await t.call('shop.cancel', { token: team.admin.token, params: { id: two.id } })).status,
  ).toBe(404)
  const canceled = (await t.call('shop.cancel', { token: member.token, params: { id: two.id } }))
    .body
  expect(canceled.status).toBe('declined')
  expect(canceled.canceled_at).not.toBeNull()
  expect(await getBalance(t, member)).toBe(before)
  expect(
    (await t.call('shop.get', { token: member.token, params: { id: reward.id } })).body
      .available_amount,
  ).toBe(5)
  const types = (
    await t.call('coins.list', {
      token: member.token,
      params: { id: member.user_id },
      query: { limit: 4 },
    })
  ).body.items.map((entry) => entry.type)
  expect(types).toEqual(['purchase_canceled', 'purchase_declined', 'purchase', 'purchase'])
})

test('returns price_changed without a charge when the price has changed', async () => {
  const reward = await make()
  await t.call('rewards.update', {
    token: team.admin.token,
    params: { id: reward.id },
    body: { price: 120 },
  })
  const before = await getBalance(t, member)
  expect((await redeem(reward, { price: 100 })).errors[0]).toMatchObject({
    code: 'price_changed',
    params: { price: 120 },
    message: 'The price has changed to 120',
  })
  expect(await getBalance(t, member)).toBe(before)
  expect((await redeem(reward, { price: 120 })).status).toBe(200)
})

test('allows a one-time reward once, and again after a decline', async () => {
  const reward = await make({ one_time: true })
  const first = (await redeem(reward)).body
  expect((await redeem(reward)).codes).toEqual(['one_time_used'])
  expect(
    (await t.call('shop.get', { token: member.token, params: { id: reward.id } })).body.blocked,
  ).toBe('one_time_used')
  await t.call('rewards.decline', { token: team.admin.token, params: { id: first.id }, body: {} })
  expect((await redeem(reward)).status).toBe(200)

  const debtor = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [debtor], team.value_id, 50)
  await redeem(await make({ price: 40 }), {}, debtor)
  await t.call('posts.delete', { token: team.admin.token, params: { id: post } })
  expect(await getBalance(t, debtor)).toBe(-40)
  expect((await redeem(await make({ price: 1 }), {}, debtor)).codes).toEqual(['not_enough_points'])
})

test('pages through purchases, pending first, then newest', async () => {
  const own = await makeTeam(t)
  const buyer = await makeMember(t, own.workspace_id)
  await addBalance(t, buyer, 100)
  const reward = (
    await t.call('rewards.create', { token: own.admin.token, body: { title: 'Tea', price: 1 } })
  ).body
  const ids: string[] = []
  for (let n = 0; n < 9; n += 1) {
    t.clock.advance(1_000)
    ids.push((await redeem(reward, {}, buyer)).body.id)
  }
  for (const id of [ids[8], ids[2], ids[5]])
    await t.call('rewards.fulfil', { token: own.admin.token, params: { id: id ?? '' }, body: {} })
  const walked: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: { id: string }[]; next_cursor: string | null } = (
      await t.call('rewards.purchases', {
        token: own.admin.token,
        query: { limit: 2, ...(cursor ? { cursor } : {}) },
      })
    ).body
    walked.push(...page.items.map((one) => one.id))
    cursor = page.next_cursor
  }
  expect(walked).toEqual([7, 6, 4, 3, 1, 0, 8, 5, 2].map((index) => ids[index]))
})

test('keeps the purchases page reachable with an empty shop', async () => {
  const own = await makeTeam(t)
  const [buyer, other] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  await addBalance(t, buyer, 100)
  const config = async (who: Member) => {
    const { rewards_exist: rewardsExist, purchases_exist: purchasesExist } = (
      await t.call('config.get', { token: who.token })
    ).body
    return { rewards_exist: rewardsExist, purchases_exist: purchasesExist }
  }
  const { body: reward } = await t.call('rewards.create', {
    token: own.admin.token,
    body: { title: 'Cake', price: 100 },
  })
  const { body: purchase } = await redeem(reward, {}, buyer)
  expect([await config(buyer), await config(other)]).toEqual([
    { rewards_exist: true, purchases_exist: true },
    { rewards_exist: true, purchases_exist: false },
  ])
  await t.call('rewards.delete', { token: own.admin.token, params: { id: reward.id } })
  expect([await config(buyer), await config(other)]).toEqual([
    { rewards_exist: false, purchases_exist: true },
    { rewards_exist: false, purchases_exist: false },
  ])
  expect(
    (await t.call('shop.cancel', { token: buyer.token, params: { id: purchase.id } })).status,
  ).toBe(200)
  expect(await config(buyer)).toEqual({ rewards_exist: false, purchases_exist: true })
})

test('adjusts a balance up and down, never below zero', async () => {
  const who = await makeMember(t, team.workspace_id)
  const adjust = (amount: unknown, key?: string) =>
    t.call('coins.adjust', {
      token: team.admin.token,
      params: { id: who.user_id },
      body: { amount, comment: 'bonus' },
      ...(key ? { key } : {}),
    })
  expect((await adjust(30, 'k')).body.balance).toBe(30)
  expect((await adjust(30, 'k')).body.balance).toBe(30)
  expect((await adjust(-31)).errors[0]).toMatchObject({
    code: 'invalid_amount',
    message: 'Invalid amount value',
  })
  for (const amount of [0, 1.5, '7', null])
    expect((await adjust(amount)).codes).toEqual(['invalid_amount'])
  expect((await adjust(-30)).body.balance).toBe(0)
  expect(
    (await t.call('coins.list', { token: member.token, params: { id: who.user_id } })).codes,
  ).toEqual(['forbidden'])
})
