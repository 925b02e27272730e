import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '#server/platform/auth/sessions.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { setFactors } from '#tests/support/price-factors.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Without a trial, which ends after 30 days too. */
const t = setupTestApp(() => ({ env: { BILLING: 'off' } }))
const dayMs = 86_400_000
let team: Team
let token: string
let saver: Member
let other: Member
let id: string
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeTeam(t)
  ;({ token } = team.admin)
  saver = await makeMember(t, team.workspace_id)
  other = await makeMember(t, team.workspace_id)
  await addBalance(t, saver, 1_000)
  id = await makeReward()
})
afterAll(() => t.checkLedger())

const makeReward = async (fields: object = {}): Promise<string> =>
  (await t.call('rewards.create', { token, body: { title: 'Mug', price: 100, ...fields } })).body.id
const setPrice = (price: number) =>
  t.call('rewards.update', { token, params: { id }, body: { price } })
const save = (rewardId: string | null = id) =>
  t.call('shop.set_goal', { token: saver.token, body: { reward_id: rewardId } })
const seen = async (who = saver, rewardId = id) => {
  const { body } = await t.call('shop.get', { token: who.token, params: { id: rewardId } })
  return [body.price, body.price_until]
}
const redeem = (body: object = {}) =>
  t.call('shop.redeem', { token: saver.token, params: { id }, body })

test('a goal keeps its price for 30 days', async () => {
  const until = '2026-07-15T12:00:00.000Z'
  expect((await save()).body.reward).toMatchObject({ price: 100, price_until: until })
  await setPrice(150)
  expect(await seen()).toEqual([100, until])
  expect(await seen(other)).toEqual([150, null])
  expect((await t.call('shop.goal', { token: saver.token })).body.reward).toMatchObject({
    price: 100,
    missing_points: 0,
  })
  expect((await redeem({ price: 100 })).body.price).toBe(100)
  expect(await getBalance(t, saver)).toBe(900)
  // The redeemed goal is over, and with it the price.
  expect(await seen()).toEqual([150, null])
})

test('a kept price ends after its time', async () => {
  await save()
  await setPrice(150)
  t.clock.set(new Date('2026-07-15T11:59:59Z'))
  saver.token = await startSession(t.services.db.global, t.clock.now(), {
    account_id: saver.account_id,
    kind: 'session',
    workspace_id: team.workspace_id,
    user_id: saver.user_id,
  })
  expect((await seen())[0]).toBe(100)
  t.clock.set(new Date('2026-07-15T12:00:00Z'))
  expect(await seen()).toEqual([150, null])
  expect((await redeem({ price: 100 })).errors).toMatchObject([
    { code: 'price_changed', params: { price: 150 } },
  ])
})

test('a lower price applies at once, a factor counts as a price', async () => {
  await setFactors(t, team.admin, { JP: '0.9' })
  await t.call('users.update', {
    token,
    params: { id: saver.user_id },
    body: { organization: { country: 'JP' } },
  })
  await save()
  await setFactors(t, team.admin, { JP: '2' })
  expect((await seen())[0]).toBe(90)
  await setPrice(30)
  expect((await seen())[0]).toBe(60)
  await setPrice(300)
  expect((await seen())[0]).toBe(90)
})

test('saving again does not extend a kept price', async () => {
  await save()
  await setPrice(150)
  t.clock.advance(10 * dayMs)
  expect((await save()).body.reward).toMatchObject({
    price: 100,
    price_until: '2026-07-15T12:00:00.000Z',
  })
  await save(null)
  expect(await seen()).toEqual([150, null])
  expect((await save()).body.reward).toMatchObject({
    price: 150,
    price_until: '2026-07-25T12:00:00.000Z',
  })
})

test('another goal ends the kept price', async () => {
  await save()
  await setPrice(150)
  await save(await makeReward())
  expect(await seen()).toEqual([150, null])
})

test('a team reward keeps no price for a person', async () => {
  const teamReward = await makeReward({ reward_type: 'team' })
  expect((await save(teamReward)).body.reward).toMatchObject({ price: 100, price_until: null })
})

test('another gift card in the place of a goal has its own price', async () => {
  const card = { type: 'automatic', country: 'US', product_id: 'books', gift_card_value: 2_000 }
  id = await makeReward(card)
  await save()
  await setPrice(150)
  expect((await seen())[0]).toBe(100)
  const { status } = await t.call('rewards.update', {
    token,
    params: { id },
    body: { gift_card_value: 3_000, price: 500 },
  })
  expect(status).toBe(200)
  expect(await seen()).toEqual([500, null])
})

test('a goal that becomes a team reward keeps no price', async () => {
  await save()
  const { status } = await t.call('rewards.update', {
    token,
    params: { id },
    body: { reward_type: 'team', price: 150 },
  })
  expect(status).toBe(200)
  expect(await seen()).toEqual([150, null])
})
