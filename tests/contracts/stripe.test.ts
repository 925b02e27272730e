import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStripeClient } from '#server/adapters/billing/stripe/client.ts'
import { findStripePriceId, syncStripePrices } from '#server/adapters/billing/stripe/prices.ts'
import { verifyStripe } from '#server/adapters/billing/stripe/verify.ts'
import { describeStripeApi } from '#tests/contracts/stripe/api-description.ts'
import { operationHandlers } from '#tests/contracts/stripe/operations.ts'
import { runCommandLine } from '#tests/support/run-cli.ts'
import { startStripeServer, type StripeServer } from '#tests/contracts/stripe/server.ts'

const at = new Date('2026-06-15T12:00:00Z')
let server: StripeServer
let stripe: Stripe
beforeAll(async () => {
  server = await startStripeServer(at)
  stripe = createStripeClient({
    key: server.env['STRIPE_KEY'] ?? '',
    url: server.env['STRIPE_URL'] ?? '',
  })
  await syncStripePrices(stripe)
})
beforeEach(() => {
  server.violations.length = 0
})
afterAll(() => server?.stop())
const settings = () => ({
  key: server.env['STRIPE_KEY'] ?? '',
  webhookSecret: server.env['STRIPE_WEBHOOK_SECRET'] ?? '',
  url: server.env['STRIPE_URL'] ?? '',
})

test('the installed package declares every call we make', () => {
  const described = describeStripeApi().operations
  expect(described.map((one) => one.name).toSorted()).toEqual(
    Object.keys(operationHandlers).toSorted(),
  )
  expect(described.map((one) => `${one.method} ${one.path}`)).toEqual(
    expect.arrayContaining([
      'POST /v1/subscriptions',
      'POST /v1/checkout/sessions',
      'POST /v1/invoices/create_preview',
      'DELETE /v1/customers/{id}',
    ]),
  )
})

const makeCustomer = () => stripe.customers.create({ metadata: { workspace_id: 'one' } })
// Parameters of other versions, and values that the SDK's types cannot exclude.
const invalidRequests: [string, (id: string, price: string) => Promise<unknown>][] = [
  [
    'an unknown field',
    (id) => stripe.customers.update(id, { colour: 'red' } as Stripe.CustomerUpdateParams),
  ],
  [
    'a field of an older version',
    (id) => stripe.customers.update(id, { coupon: 'lifetime10' } as Stripe.CustomerUpdateParams),
  ],
  [
    'a value outside of the enumeration',
    (id, price) =>
      stripe.subscriptions.create({
        customer: id,
        items: [{ price }],
        payment_behavior: 'whatever',
      }),
  ],
  [
    'an amount with decimals',
    (id) => stripe.paymentIntents.create({ customer: id, amount: 10.5, currency: 'usd' }),
  ],
  [
    'a missing field',
    () => stripe.paymentIntents.create({ currency: 'usd' } as Stripe.PaymentIntentCreateParams),
  ],
  [
    'payment_method_types of an older version',
    (id) =>
      stripe.checkout.sessions.create({
        mode: 'setup',
        customer: id,
        currency: 'usd',
        payment_method_types: ['card'],
      } as Stripe.Checkout.SessionCreateParams),
  ],
]
test.each(invalidRequests)('%s is refused and recorded as a violation', async (_, sendRequest) => {
  const { id } = await makeCustomer()
  await expect(sendRequest(id, await findStripePriceId(stripe, 'month'))).rejects.toBeInstanceOf(
    Stripe.errors.StripeInvalidRequestError,
  )
  expect(server.violations).toHaveLength(1)
})

const conflictingRequests: [string, (id: string, price: string) => Promise<unknown>][] = [
  [
    'a checkout page with a trial that ends within two days',
    (id, price) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: id,
        line_items: [{ price, quantity: 5 }],
        subscription_data: { trial_end: at.getTime() / 1_000 + 47 * 3_600 },
      }),
  ],
  [
    'a checkout page with two discounts',
    (id, price) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: id,
        line_items: [{ price, quantity: 5 }],
        discounts: [{ coupon: 'lifetime10' }, { coupon: 'lifetime10' }],
      }),
  ],
  [
    'a setup page without a currency',
    (id) => stripe.checkout.sessions.create({ mode: 'setup', customer: id }),
  ],
  [
    'a card of another customer',
    async (id, price) => {
      const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', {
        customer: (await makeCustomer()).id,
      })
      return stripe.subscriptions.create({
        customer: id,
        items: [{ price }],
        default_payment_method: method,
      })
    },
  ],
  [
    'a key reused with other parameters',
    async () => {
      await stripe.customers.create({ name: 'One' }, { idempotencyKey: 'the-same' })
      return stripe.customers.create({ name: 'Two' }, { idempotencyKey: 'the-same' })
    },
  ],
  [
    'an expansion of five levels',
    (id) => stripe.subscriptions.list({ customer: id, expand: ['data.items.data.price.tiers'] }),
  ],
]
test.each(conflictingRequests)(
  '%s is refused because no description allows it',
  async (_, sendRequest) => {
    await expect(
      sendRequest((await makeCustomer()).id, await findStripePriceId(stripe, 'month')),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeError)
  },
)

test('a changed price starts with one seat and replaces the discounts', async () => {
  const { id } = await makeCustomer()
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
  const subscription = await stripe.subscriptions.create({
    customer: id,
    items: [{ price: await findStripePriceId(stripe, 'month'), quantity: 7 }],
    default_payment_method: method,
    discounts: [{ coupon: 'lifetime10' }],
  })
  const item = subscription.items.data[0]?.id ?? ''
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: await findStripePriceId(stripe, 'year') }],
    proration_behavior: 'always_invoice',
  })
  expect(changed.items.data[0]?.quantity).toBe(1)
  expect((await stripe.subscriptions.update(subscription.id, { discounts: '' })).discounts).toEqual(
    [],
  )
  expect(server.violations).toEqual([])
})

test('a price that differs from the price book is replaced by the sync', async () => {
  const before = await findStripePriceId(stripe, 'month')
  const price = server.state.get<Stripe.Price>('price', before)
  Object.assign(price.tiers?.[1] ?? {}, { unit_amount: 299 })
  await expect(findStripePriceId(stripe, 'month')).rejects.toThrow('run laurel billing sync')
  expect(await syncStripePrices(stripe)).toEqual(['price laurel_month'])
  expect(await findStripePriceId(stripe, 'month')).not.toBe(before)
  expect([price.active, price.lookup_key]).toEqual([false, null])
  expect(await syncStripePrices(stripe)).toEqual([])
  const coupon = server.state.get<Stripe.Coupon>('coupon', 'lifetime10')
  coupon.percent_off = 15
  await expect(syncStripePrices(stripe)).rejects.toThrow('delete it and run this again')
  coupon.percent_off = 10
  expect(server.violations).toEqual([])
})

test('verify:stripe runs every step, cleans up and refuses a live key', async () => {
  const output: string[] = []
  expect([
    await verifyStripe(settings(), (line) => output.push(line), at),
    output.filter((line) => line.startsWith('WRONG')),
  ]).toEqual([true, []])
  expect(output).toHaveLength(15)
  expect(
    server.state.all<Stripe.Subscription>(
      'subscription',
      (one) => one.status === 'active' && String(one.metadata['workspace_id']).includes('-'),
    ),
  ).toEqual([])
  expect(server.violations).toEqual([])
  const from = server.requests.length
  for (const key of ['sk_live_1234', 'rk_live_1234'])
    expect(await verifyStripe({ ...settings(), key }, (line) => output.push(line), at)).toBe(false)
  expect(server.requests).toHaveLength(from)
  expect(output.at(-1)).toContain('nothing was done')
})

test('verify:stripe reports each failed step', async () => {
  const output: string[] = []
  server.faults.push(...Array.from({ length: 3 }, () => 'busy' as const))
  expect(await verifyStripe(settings(), (line) => output.push(line), at)).toBe(false)
  expect(output.some((line) => line.startsWith('WRONG'))).toBe(true)
  server.faults.length = 0
})

test('billing sync lists the created prices without a database', async () => {
  const secret = { NODE_ENV: 'test', SECRET: 'a-secret-for-tests-only-0123456789' }
  const otherServer = await startStripeServer(at)
  try {
    const run = async () => {
      const { code, stdout, stderr } = await runCommandLine({ ...secret, ...otherServer.env }, [
        'billing',
        'sync',
      ])
      return `${stdout}${stderr}${code}`
    }
    expect(await run()).toBe(
      'made product laurel\nmade price laurel_month\nmade price laurel_year\nmade coupon lifetime10\nStripe sells what the price book says.\n0',
    )
    expect(await run()).toBe('Stripe sells what the price book says already.\n0')
    expect(otherServer.violations).toEqual([])
  } finally {
    await otherServer.stop()
  }
  const { code, stdout } = await runCommandLine(secret, ['billing', 'sync'])
  expect([code, stdout]).toEqual([1, 'BILLING is not stripe: there is nothing to do.\n'])
}, 30_000)
