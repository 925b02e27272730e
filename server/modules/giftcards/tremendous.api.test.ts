import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  type TremendousFault,
  startTremendousServer,
  type TremendousServer,
} from '#tests/contracts/tremendous-server.ts'
import { getBalance } from '#tests/support/factories.ts'
import {
  makeGiftCardShop,
  type GiftCardShop,
  readGiftCardState,
} from '#tests/support/gift-cards.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'
import { processGiftCardWebhooks } from '#server/workflows/gift-card-orders/webhooks.ts'

let provider: TremendousServer
beforeAll(async () => {
  provider = await startTremendousServer()
})
afterAll(() => provider?.stop())
const t = setupTestApp(() => ({ env: provider.env }))
beforeEach(() => {
  provider.orders.clear()
  provider.faults.length = 0
  provider.outage.value = null
})
afterEach(async () => {
  if (provider.violations.length) throw new Error(provider.violations.join('\n'))
  await t.checkLedger()
})
const offer = { product_id: 'OKMHM2X2OHYV', country: 'US', gift_card_value: 2_500 }
const minute = 60_000
async function redeemed(number?: string): Promise<GiftCardShop & { id: string }> {
  const shop = await makeGiftCardShop(t, offer, number)
  const { status, codes, body } = await t.call('shop.redeem', {
    token: shop.buyer.token,
    params: { id: shop.reward },
    body: {},
  })
  expect([status, codes]).toEqual([200, []])
  return { ...shop, id: body.id }
}
/** A redeemed gift card after a single worker run, with the provider's state of its order. */
async function ordered(...faults: TremendousFault[]) {
  const shop = await redeemed()
  provider.faults.push(...faults)
  await processDueOrders(t.services)
  const order = provider.orders.get(`purchase-${shop.id}`)
  if (!order) throw new Error('not ordered')
  return { shop, order }
}
const mine = async ({ buyer }: GiftCardShop) =>
  (await t.call('shop.purchases', { token: buyer.token })).body.items[0]
/** Runs the worker over time until no order is pending or time is up. */
async function pass(shop: GiftCardShop, minutes: number): Promise<void> {
  for (let n = 0; n <= minutes; n += 5) {
    await processGiftCardWebhooks(t.services)
    await processDueOrders(t.services)
    const [order] = (await readGiftCardState(t, shop)).orders
    if (order && ['settled', 'released'].includes(order.step)) return
    t.clock.advance(5 * minute)
  }
}
async function isSettled(shop: GiftCardShop & { id: string }): Promise<void> {
  const now = await readGiftCardState(t, shop)
  expect(now).toMatchObject({
    orders: [{ step: 'settled' }],
    charges: [{ amount_cents: 2_750, refunded_cents: 0 }],
    purchases: [{ status: 'fulfilled' }],
    mails: ['reward_fulfilled'],
  })
  expect([...provider.orders.keys()]).toEqual([`purchase-${shop.id}`])
  expect(await getBalance(t, shop.buyer)).toBe(750)
  expect((await mine(shop))?.claim_url).toBe(
    `https://reward.example.test/R${provider.orders.get(`purchase-${shop.id}`)?.id}`,
  )
}
async function isReleased(shop: GiftCardShop, reason: string): Promise<void> {
  const now = await readGiftCardState(t, shop)
  expect(now).toMatchObject({
    orders: [{ step: 'released', reason }],
    charges: [{ amount_cents: 2_750, refunded_cents: 2_750 }],
    purchases: [{ status: 'declined' }],
    mails: ['reward_declined', 'gift_failed'],
  })
  expect(now.events.slice(-2)).toEqual(['refunded', 'failed'])
  expect(await getBalance(t, shop.buyer)).toBe(1_000)
}

test('lists products by country, with fixed and free values', async () => {
  const { giftCards } = t.services
  if (!giftCards) throw new Error('off')
  expect(await giftCards.listCountries()).toEqual([
    { country: 'US', currency: 'USD' },
    { country: 'DE', currency: 'EUR' },
    { country: 'AT', currency: 'EUR' },
  ])
  expect(await giftCards.listProducts('US')).toEqual([
    {
      id: 'OKMHM2X2OHYV',
      name: 'A bookshop',
      country: 'US',
      currency: 'USD',
      values_cents: [1_000, 2_500],
    },
    {
      id: 'KV934TZ93NQM',
      name: 'A prepaid card',
      country: 'US',
      currency: 'USD',
      values_cents: [500, 1_000, 1_500, 2_000, 2_500, 3_000, 5_000, 7_500, 10_000],
    },
  ])
  // A product sold in Canada only in US dollars would appear in Canadian dollars.
  for (const country of ['CA', 'ZZ']) expect(await giftCards.listProducts(country)).toEqual([])
  const requestsBefore = provider.count('/products')
  t.clock.advance(23 * 60 * minute)
  await giftCards.listProducts('DE')
  expect(provider.count('/products')).toBe(requestsBefore)
})

test('orders under the purchase’s id and stores the link', async () => {
  const shop = await redeemed()
  await processDueOrders(t.services)
  await isSettled(shop)
  expect(provider.orders.get(`purchase-${shop.id}`)).toMatchObject({
    value: { denomination: 25, currency_code: 'USD' },
    posted: 1,
    card: { email: shop.buyer.email },
  })
})

test.each<[TremendousFault[], number]>([
  [['lost'], 2],
  [['garbled'], 2],
  [['down', 'busy', 'key', 'down'], 1],
  [['busy', 'lost'], 2],
])('delivers a single gift card, charged once, after %j', async (faults, posted) => {
  const shop = await redeemed()
  provider.faults.push(...faults)
  await processDueOrders(t.services)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([
    { step: 'charged', attempts: 1 },
  ])
  await pass(shop, 60)
  await isSettled(shop)
  expect(provider.orders.get(`purchase-${shop.id}`)?.posted).toBe(posted)
})

test.each<[TremendousFault[]]>([
  [['no_funds']],
  [['refused']],
  [['failed']],
  [['down', 'refused']],
])('refunds charge and points after %j', async (faults) => {
  const shop = await redeemed()
  provider.faults.push(...faults)
  await pass(shop, 60)
  await isReleased(shop, 'refused')
})

test('finds the order when a retry is refused after a lost response', async () => {
  const { shop, order: kept } = await ordered('lost')
  // The provider cannot find the external id for a while, and rejects a second order.
  provider.orders.delete(`purchase-${shop.id}`)
  provider.orders.set('other', { ...kept, external_id: `purchase-${shop.id}` })
  provider.faults.push('refused')
  t.clock.advance(minute)
  await processDueOrders(t.services)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'settled' }])
})

test.each(['down', 'silent'] as const)(
  'delays an order while the provider is %s for an hour',
  async (how) => {
    await t.services.giftCards?.listProducts('US')
    const shop = await redeemed()
    provider.outage.value = how
    await pass(shop, 60)
    expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'charged' }])
    expect(await mine(shop)).toMatchObject({ status: 'pending' })
    provider.outage.value = null
    await pass(shop, 70)
    await isSettled(shop)
  },
)

test('refunds an unaccepted order after a day', async () => {
  const shop = await redeemed()
  provider.outage.value = 'down'
  await pass(shop, 25 * 60)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'charged' }])
  provider.outage.value = null
  await pass(shop, 70)
  await isReleased(shop, 'unavailable')
  expect(provider.orders.size).toBe(0)
})

test('delivers an accepted order after a day of silence without a refund', async () => {
  const { shop } = await ordered('lost')
  provider.outage.value = 'silent'
  await pass(shop, 25 * 60)
  provider.outage.value = null
  await pass(shop, 70)
  await isSettled(shop)
})

const post = (news: { payload: string; headers: Record<string, string> }) =>
  t.app.inject({ method: 'POST', url: '/webhooks/tremendous', ...news })
const kept = () => t.services.db.global.selectFrom('webhook_events').selectAll().execute()

test('polls an order awaiting approval on every webhook', async () => {
  const { shop, order } = await ordered('pending')
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([
    { step: 'ordered', order_ref: order.id },
  ])
  // An early event only triggers a poll; the order stays pending.
  const early = provider.createWebhook('ORDERS.APPROVED', { id: order.id, type: 'orders' })
  expect((await post(early)).statusCode).toBe(204)
  await processGiftCardWebhooks(t.services)
  await processDueOrders(t.services)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'ordered' }])
  order.status = 'EXECUTED'
  const before = (await kept()).length
  const late = provider.createWebhook('ORDERS.APPROVED', { id: order.id, type: 'orders' })
  await Promise.all([post(late), post(late), post(early), post(late)])
  expect((await kept()).length).toBe(before + 1)
  await Promise.all([processGiftCardWebhooks(t.services), processGiftCardWebhooks(t.services)])
  await Promise.all([processDueOrders(t.services), processDueOrders(t.services)])
  await isSettled(shop)
  await post(provider.createWebhook('ORDERS.FAILED', { id: order.id, type: 'orders' }))
  await processGiftCardWebhooks(t.services)
  await processDueOrders(t.services)
  await isSettled(shop)
  expect((await kept()).every((event) => event.done_at !== null)).toBe(true)
})

test('polls pending orders without webhooks and refunds a failed one', async () => {
  const { shop, order } = await ordered('pending')
  order.status = 'FAILED'
  await pass(shop, 120)
  await isReleased(shop, 'refused')
})

test('lets only the buyer resend an undelivered gift card', async () => {
  const { shop, order } = await ordered()
  const readdress = (token: string, email = 'new@example.test') =>
    t.call('shop.readdress', { token, params: { id: shop.id }, body: { email } })
  expect((await readdress(shop.buyer.token)).codes).toEqual(['purchase_decided'])
  order.card.delivery = 'FAILED'
  await post(
    provider.createWebhook('REWARDS.DELIVERY.FAILED', { id: order.card.id, type: 'rewards' }),
  )
  await processGiftCardWebhooks(t.services)
  expect(await mine(shop)).toMatchObject({
    status: 'fulfilled',
    delivery: { state: 'failed', email: shop.buyer.email },
    abilities: { readdress: true },
  })
  expect((await readdress(shop.team.admin.token)).status).toBe(404)
  expect((await readdress(shop.buyer.token, 'nonsense')).codes).toEqual(['email_invalid'])
  provider.outage.value = 'down'
  expect((await readdress(shop.buyer.token)).codes).toEqual(['unavailable'])
  provider.outage.value = null
  expect((await readdress(shop.buyer.token)).body).toMatchObject({
    delivery: { state: 'none', email: 'new@example.test' },
    abilities: { readdress: false },
  })
  expect(order.card.resent).toEqual(['new@example.test'])
  await post(
    provider.createWebhook('REWARDS.DELIVERY.SUCCEEDED', { id: order.card.id, type: 'rewards' }),
  )
  await processGiftCardWebhooks(t.services)
  expect((await mine(shop))?.delivery?.state).toBe('delivered')
  expect((await mine(shop))?.history.map((one) => one.type)).toEqual([
    'redeemed',
    'charged',
    'ordered',
    'delivered',
    'fulfilled',
    'delivery_failed',
    'readdressed',
    'delivered',
  ])
})

test('resends an undelivered gift card once for concurrent requests', async () => {
  const { shop, order } = await ordered()
  order.card.delivery = 'FAILED'
  await post(
    provider.createWebhook('REWARDS.DELIVERY.FAILED', { id: order.card.id, type: 'rewards' }),
  )
  await processGiftCardWebhooks(t.services)
  const email = 'new@example.test'
  const replies = await Promise.all(
    [1, 2].map(() =>
      t.call('shop.readdress', {
        token: shop.buyer.token,
        params: { id: shop.id },
        body: { email },
      }),
    ),
  )
  expect(replies.map((reply) => reply.codes.join()).sort()).toEqual(['', 'purchase_decided'])
  expect(order.card.resent).toEqual([email])
})

test('rejects and drops forged, altered and malformed webhooks', async () => {
  const resource = { id: 'X', type: 'orders' }
  const good = provider.createWebhook('ORDERS.APPROVED', resource)
  const before = (await kept()).length
  const forged = [
    { ...good, headers: { 'content-type': 'application/json' } },
    { ...good, payload: good.payload.replace('APPROVED', 'CANCELED') },
    provider.createWebhook('ORDERS.APPROVED', resource, undefined, 'another-key'),
    { ...good, headers: { ...good.headers, 'tremendous-webhook-signature': 'sha256=' } },
    {
      ...good,
      headers: {
        ...good.headers,
        'tremendous-webhook-signature':
          good.headers['tremendous-webhook-signature']?.replace('sha256=', '') ?? '',
      },
    },
    { payload: '', headers: {} },
  ]
  for (const one of forged) expect((await post(one)).statusCode).toBe(401)
  const broken = provider.createWebhook('X', { id: '', type: 'orders' })
  expect((await post(broken)).statusCode).toBe(400)
  expect((await kept()).length).toBe(before)
  // Events of other orders in the same account are ignored.
  expect((await post(good)).statusCode).toBe(204)
  await processGiftCardWebhooks(t.services)
  expect((await kept()).every((event) => event.done_at !== null)).toBe(true)
})

test('keeps a webhook event until it can be processed', async () => {
  const { shop, order } = await ordered('pending')
  order.status = 'EXECUTED'
  await post(provider.createWebhook('ORDERS.APPROVED', { id: order.id, type: 'orders' }))
  provider.outage.value = 'silent'
  await processGiftCardWebhooks(t.services)
  expect((await kept()).filter((event) => event.done_at === null)).toHaveLength(1)
  provider.outage.value = null
  t.clock.advance(minute)
  await processGiftCardWebhooks(t.services)
  await processDueOrders(t.services)
  await isSettled(shop)
})
