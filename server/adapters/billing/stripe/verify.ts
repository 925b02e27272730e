import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { priceOf } from '#contract/prices.ts'
import { stripeCards } from '#server/adapters/cards/stripe.ts'
import { refusalOf } from '#server/platform/errors.ts'
import type { Cards } from '#server/adapters/cards/cards.ts'
import type { Billing, Customer, Order, Subscription } from '../billing.ts'
import {
  newsFrom,
  openStripe,
  secondsOf,
  type StripeClient,
  type StripeSettings,
} from './client.ts'
import { syncPrices } from './prices.ts'
import { stripeBilling } from './stripe.ts'

type Step = [name: string, work: () => Promise<string>]
function must(true_: boolean, otherwise: string): void {
  if (!true_) throw new Error(otherwise)
}
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const order: Order = { plan: 'month', seats: 7, trial_ends_at: null, lifetime: false, promo: null }
const callback = 'https://laurel.example/settings/billing/overview'

/** A customer that is there for this alone, and what is done with it. */
type Run = {
  stripe: StripeClient
  settings: StripeSettings
  billing: Billing
  cards: Cards
  customer: Customer
  run: string
  at: Date
  card: string
}

async function addCard(it: Run, name: string): Promise<void> {
  const { id } = await it.stripe.paymentMethods.attach(name, { customer: it.customer.ref })
  await it.billing.useCard(it.customer, { id, ref: id }, it.at)
  it.card = id
}
async function read({ billing, customer, at }: Run): Promise<Subscription> {
  return (
    (await billing.read(customer, at)).subscription ??
    Promise.reject(new Error('there is no subscription'))
  )
}

/** Until a subscription runs as it should. */
function beginning(it: Run): Step[] {
  const { stripe, billing, cards, customer, run, at } = it
  const { workspace_id } = customer
  return [
    [
      'prices and the welcome offer are there, and doing it twice does it once',
      async () => {
        const made = await syncPrices(stripe)
        must((await syncPrices(stripe)).length === 0, 'the second time made something')
        return made.join(', ') || 'nothing was missing'
      },
    ],
    [
      'a customer is made once',
      async () => {
        const payer = {
          workspace_id,
          name: 'Laurel verifies',
          email: 'verify@laurel.example',
          address: '1 Main Street',
          country: 'US',
          tax_id: '',
          language: 'en' as const,
        }
        customer.ref = await billing.keepCustomer(null, payer)
        must(
          (await billing.keepCustomer(null, payer)) === customer.ref,
          'the same workspace got another customer',
        )
        return customer.ref
      },
    ],
    [
      'the page for a card opens',
      async () =>
        (
          await cards.startSetup({
            workspace_id,
            customer: customer.ref,
            purpose: 'subscription',
            callback,
            token: run,
            language: 'en',
          })
        ).url.slice(0, 60),
    ],
    [
      'the page for a first order opens',
      async () =>
        (
          await billing.startCheckout(
            customer,
            order,
            { token: `${run}-order`, callback, language: 'en' },
            at,
          )
        ).url.slice(0, 60),
    ],
    [
      'a test card pays from now on',
      async () => {
        await addCard(it, 'pm_card_visa')
        must((await billing.read(customer, at)).card?.last4 === '4242', 'another card is there')
        return 'Visa 4242'
      },
    ],
    [
      'the preview of a first order is what the price book says',
      async () => {
        const preview = await billing.preview(customer, order, 'en', at)
        must(
          preview?.amount_due === priceOf('month', 7),
          `the preview asks for ${preview?.amount_due}`,
        )
        return dollars(priceOf('month', 7))
      },
    ],
    [
      'a subscription begins on the card',
      async () => {
        must(
          await billing.subscribe(
            customer,
            order,
            { id: it.card, ref: it.card },
            at,
            `${run}-subscribe`,
          ),
          'the bank wants to see the payer',
        )
        const subscription = await read(it)
        must(
          subscription.status === 'active' &&
            subscription.quantity === 7 &&
            subscription.amount === priceOf('month', 7),
          JSON.stringify(subscription),
        )
        return subscription.ref
      },
    ],
    [
      'other seats stand on the next invoice',
      async () => {
        await billing.setSeats(customer, 9, at, `${run}-seats`)
        must((await read(it)).quantity === 9, 'the seats are others')
        const next = await billing.preview(customer, null, 'en', at)
        must((next?.subtotal ?? 0) >= priceOf('month', 9), `the next invoice is ${next?.subtotal}`)
        return dollars(next?.amount_due ?? 0)
      },
    ],
    [
      'the annual plan keeps the seats and is paid at once',
      async () => {
        const preview = await billing.preview(
          customer,
          { ...order, plan: 'year', seats: 9 },
          'en',
          at,
        )
        await billing.changePlan(customer, { plan: 'year', seats: 9 }, at, `${run}-plan`)
        const subscription = await read(it)
        must(
          subscription.plan === 'year' &&
            subscription.quantity === 9 &&
            subscription.amount === priceOf('year', 9),
          JSON.stringify(subscription),
        )
        return dollars(preview?.amount_due ?? 0)
      },
    ],
  ]
}

/** What happens to it then, and to money beside it. */
function going(it: Run): Step[] {
  const { settings, billing, cards, customer, run, at } = it
  const { workspace_id } = customer
  const charge = (key: string) =>
    cards.charge({
      workspace_id,
      customer: customer.ref,
      key,
      card: { id: it.card, ref: it.card },
      amount_cents: 2_750,
      currency: 'usd',
      description: run,
      at,
    })
  return [
    [
      'it is canceled at the end of its period, and goes on after all',
      async () => {
        await billing.cancel(customer, { reason: 'other', comment: 'verify' }, at)
        must((await read(it)).cancel_at_period_end, 'it goes on')
        await billing.resume(customer, at)
        must(!(await read(it)).cancel_at_period_end, 'it still ends')
        return 'yes'
      },
    ],
    [
      'invoices and receipts add up',
      async () => {
        const { items } = await billing.invoices(
          customer,
          { after: null, limit: 10, language: 'en' },
          at,
        )
        for (const one of items) {
          must(
            one.lines.reduce((sum, line) => sum + line.amount, 0) === one.subtotal &&
              one.total - one.balance_applied === one.amount_due,
            `the invoice ${one.id} does not add up: ${JSON.stringify(one)}`,
          )
        }
        const { items: receipts } = await billing.receipts(
          customer,
          { after: null, limit: 10, language: 'en' },
          at,
        )
        must(
          items.length >= 2 &&
            receipts.length >= 2 &&
            receipts.every((one) => one.invoice_number !== null),
          `${items.length} invoices, ${receipts.length} receipts`,
        )
        return `${items.length} invoices, ${receipts.length} receipts`
      },
    ],
    [
      'a charge is made once under its key, and given back',
      async () => {
        const id = await charge(`${run}-charge`)
        must((await charge(`${run}-charge`)) === id, 'the same key charged twice')
        must(
          await cards.refund({ workspace_id, key: `${run}-charge` }),
          'nothing was found to give back',
        )
        must(await cards.refund({ workspace_id, key: `${run}-charge` }), 'the second time refused')
        return id
      },
    ],
    [
      'a card that is declined is refused in our words',
      async () => {
        await addCard(it, 'pm_card_chargeCustomerFail')
        const code = await charge(`${run}-declined`).then(
          () => 'paid',
          (error: unknown) => refusalOf(error)?.list[0]?.code,
        )
        must(code === 'payment_failed', `it answered ${code}`)
        return 'payment_failed'
      },
    ],
    [
      'a webhook signed with our secret is believed, another is not',
      async () => {
        const payload = JSON.stringify({
          id: 'evt_verify',
          object: 'event',
          type: 'customer.updated',
          data: { object: { id: customer.ref, object: 'customer' } },
        })
        const sign = (secret: string) =>
          Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: secondsOf(at) })
        const read_ = (secret: string) =>
          newsFrom(Buffer.from(payload), sign(secret), settings.webhookSecret, at)
        must(
          read_(settings.webhookSecret)?.payload.customer === customer.ref &&
            read_('whsec_of_somebody_else') === null,
          'the signature is not looked at',
        )
        return Promise.resolve('yes')
      },
    ],
  ]
}

/**
 * Walks through everything we do with Stripe in a sandbox, says what it finds, and takes its
 * customer away again. Never with a live key.
 */
export async function verifyStripe(
  settings: StripeSettings,
  say: (line: string) => void,
  at: Date,
): Promise<boolean> {
  if (!/^[sr]k_test_/.test(settings.key)) {
    say('STRIPE_KEY is not the key of a sandbox (sk_test_ or rk_test_): nothing was done.')
    return false
  }
  const stripe = openStripe(settings)
  const customer: Customer = { workspace_id: randomUUID(), ref: '' }
  const it: Run = {
    stripe,
    settings,
    billing: stripeBilling(stripe),
    cards: stripeCards(stripe),
    customer,
    run: `verify-${customer.workspace_id}`,
    at,
    card: '',
  }
  const all = [...beginning(it), ...going(it)]
  let failed = 0
  for (const [name, work] of all) {
    try {
      say(`ok    ${name}: ${await work()}`)
    } catch (error) {
      failed += 1
      say(`WRONG ${name}: ${(error as Error).message}`)
    }
  }
  if (customer.ref) await it.billing.forget(customer, at)
  say(
    failed
      ? `${failed} of ${all.length} steps went wrong.`
      : `All ${all.length} steps went well; what was made for them is gone, but for the prices.`,
  )
  return failed === 0
}
