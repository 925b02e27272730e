import { afterAll, beforeEach, expect, test } from 'vitest'
import { setFactors } from '#tests/support/price-factors.ts'
import {
  addBalance,
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let member: Member
let token: string
beforeEach(async () => {
  team = await makeTeam(t)
  ;({ token } = team.admin)
  member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 1_000)
})
afterAll(() => t.checkLedger())

const set = (factors: Record<string, string>) => setFactors(t, team.admin, factors)
const list = async () => (await t.call('price_factors.list', { token })).body
const moveTo = (country: string | null, who = member) =>
  t.call('users.update', {
    token,
    params: { id: who.user_id },
    body: { organization: { country } },
  })
const makeReward = async (fields: object = {}): Promise<string> =>
  (await t.call('rewards.create', { token, body: { title: 'Mug', price: 101, ...fields } })).body.id
const priceOf = async (id: string, who = member) =>
  (await t.call('shop.get', { token: who.token, params: { id } })).body.price
const redeem = (id: string, body: object = {}) =>
  t.call('shop.redeem', { token: member.token, params: { id }, body })

test('the table is replaced as a whole', async () => {
  expect((await set({ JP: '0.8500', DE: '1.1' })).body).toMatchObject([
    { country: 'DE', factor: '1.1', updated_by: { id: team.admin.user_id } },
    { country: 'JP', factor: '0.85' },
  ])
  const [germany] = await list()
  t.clock.advance(60_000)
  await set({ DE: '1.1', PL: '0.7' })
  expect(await list()).toMatchObject([
    { country: 'DE', factor: '1.1', updated_at: germany?.updated_at },
    { country: 'PL', factor: '0.7' },
  ])
  await set({ DE: '1.1', PL: '0.7' })
  expect((await set({})).body).toEqual([])
  expect(
    (await listAuditDetails(t, team, 'price_factors.update')).map(({ details }) => details),
  ).toEqual([
    { factors: { from: 'DE 1.1, PL 0.7', to: '' } },
    { factors: { from: 'JP 0.85', to: 'PL 0.7' } },
    { factors: { from: '', to: 'JP 0.85, DE 1.1' } },
  ])
})

test('the price of a person follows the country of their profile', async () => {
  const id = await makeReward()
  await set({ JP: '0.85', CH: '1.3333', IN: '0.01' })
  expect(await priceOf(id)).toBe(101)
  await moveTo('JP')
  expect(await priceOf(id)).toBe(86)
  await moveTo('CH')
  expect(await priceOf(id)).toBe(135)
  await moveTo('IN')
  expect(await priceOf(id)).toBe(2)
  expect(await priceOf(await makeReward({ price: 1 }))).toBe(1)
  await moveTo('DE')
  expect(await priceOf(id)).toBe(101)
  expect((await t.call('rewards.list', { token })).body[0]?.price).toBe(1)
})

test('a price in whole points stays exact', async () => {
  await moveTo('JP')
  const id = await makeReward({ price: 700 })
  // 700 × 1.1 is 770.0000000000001 as floating-point numbers.
  await set({ JP: '1.1' })
  expect(await priceOf(id)).toBe(770)
  const most = await makeReward({ price: 1_000_000 })
  await set({ JP: '100' })
  expect(await priceOf(most)).toBe(100_000_000)
  expect((await redeem(most, { price: 100_000_000 })).codes).toEqual(['not_enough_points'])
})

test('a person pays the price that the shop shows', async () => {
  await moveTo('JP')
  const id = await makeReward()
  await set({ JP: '0.85' })
  expect((await redeem(id, { price: 101 })).errors).toMatchObject([
    { code: 'price_changed', params: { price: 86 } },
  ])
  await set({ JP: '0.9' })
  expect((await redeem(id, { price: 86 })).errors).toMatchObject([
    { code: 'price_changed', params: { price: 91 } },
  ])
  const { body: purchase } = await redeem(id, { price: 91 })
  expect([purchase.price, purchase.contributed, await getBalance(t, member)]).toEqual([91, 91, 909])
  await set({ JP: '2' })
  const { items } = (await t.call('shop.purchases', { token: member.token })).body
  expect(items).toMatchObject([{ price: 91 }])
  await t.call('shop.cancel', { token: member.token, params: { id: purchase.id } })
  expect(await getBalance(t, member)).toBe(1_000)
})

test('the goal has the price of the person', async () => {
  await moveTo('JP')
  await set({ JP: '11' })
  const id = await makeReward()
  const goal = await t.call('shop.set_goal', { token: member.token, body: { reward_id: id } })
  expect(goal.body.reward).toMatchObject({ price: 1_111, missing_points: 111 })
})

test('the shop lists the cheapest reward of the person first', async () => {
  await moveTo('JP')
  await set({ JP: '3' })
  const [mug, lunch] = [
    await makeReward(),
    await makeReward({ title: 'Lunch', price: 200, reward_type: 'team' }),
  ]
  const shop = await t.call('shop.list', { token: member.token })
  expect(shop.body.map(({ id, price }) => [id, price])).toEqual([
    [lunch, 200],
    [mug, 303],
  ])
})

test('a team reward keeps its price', async () => {
  await moveTo('JP')
  await set({ JP: '0.5' })
  const id = await makeReward({ reward_type: 'team' })
  expect(await priceOf(id)).toBe(101)
  expect((await redeem(id, { amount: 101, price: 101 })).body.status).toBe('purchased')
})

test.each([
  [{ JP: '0.0099' }, 'out_of_range'],
  [{ JP: '100.0001' }, 'out_of_range'],
  [{ JP: '0' }, 'out_of_range'],
  [{ JP: '-1' }, 'wrong_format'],
  [{ JP: '1.00001' }, 'wrong_format'],
  [{ JP: '1,5' }, 'wrong_format'],
  [{ JP: '1e2' }, 'wrong_format'],
  [{ XX: '1' }, 'wrong_format'],
])('%j is refused', async (factors, code) => {
  await set({ DE: '1.1' })
  expect((await set(factors as unknown as Record<string, string>)).codes).toEqual([code])
  expect(await list()).toMatchObject([{ country: 'DE' }])
})

test('a country has one factor', async () => {
  const factors = ['1', '2'].map((factor) => ({ country: 'JP', factor }))
  const reply = await t.call('price_factors.replace', { token, body: { factors } })
  expect(reply.errors).toMatchObject([{ code: 'not_unique', field: 'factors.1.country' }])
  const numbers = [{ country: 'JP', factor: 1.5 as unknown as string }]
  expect(
    (await t.call('price_factors.replace', { token, body: { factors: numbers } })).codes,
  ).toEqual(['wrong_format'])
})

test('factors of another team do not count', async () => {
  const other = await makeTeam(t)
  await setFactors(t, other.admin, { JP: '2' })
  await moveTo('JP')
  expect(await priceOf(await makeReward())).toBe(101)
  expect(await list()).toEqual([])
})

test('concurrent replacements leave one whole table', async () => {
  const tables: Record<string, string>[] = [
    { JP: '1.1', DE: '1.2' },
    { PL: '0.7', DE: '1.3' },
    { FR: '1' },
  ]
  await Promise.all([...tables, ...tables].map((factors) => set(factors)))
  const left = Object.fromEntries((await list()).map(({ country, factor }) => [country, factor]))
  expect(tables).toContainEqual(left)
})
