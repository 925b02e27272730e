import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { computePrice } from '#contract/prices.ts'
import { createStripeCardProvider } from '#server/adapters/cards/stripe.ts'
import { toRefusal } from '#server/platform/errors.ts'
import type { CardProvider } from '#server/adapters/cards/card-provider.ts'
import type {
  BillingProvider,
  Customer,
  SubscriptionOrder,
  Subscription,
} from '../billing-provider.ts'
import {
  parseStripeEvent,
  createStripeClient,
  toUnixSeconds,
  type StripeClient,
  type StripeSettings,
} from './client.ts'
import { syncStripePrices } from './prices.ts'
import { createStripeBilling } from './stripe-billing.ts'

type VerificationStep = [name: string, work: () => Promise<string>]
function assertThat(true_: boolean, otherwise: string): void {
  if (!true_) throw new Error(otherwise)
}
const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const order: SubscriptionOrder = {
  plan: 'month',
  seats: 7,
  trial_ends_at: null,
  lifetime: false,
  promo: null,
}
const callback = 'https://laurel.example/settings/billing/overview'

/** A customer that is there for this alone, and what is done with it. */
type VerificationRun = {
  stripe: StripeClient
  settings: StripeSettings
  billing: BillingProvider
  cards: CardProvider
  customer: Customer
  run: string
  at: Date
  card: string
}

async function attachTestCard(it: VerificationRun, name: string): Promise<void> {
  const { id } = await it.stripe.paymentMethods.attach(name, { customer: it.customer.ref })
  await it.billing.setPaymentCard(it.customer, { id, ref: id }, it.at)
  it.card = id
}
async function readSubscription({ billing, customer, at }: VerificationRun): Promise<Subscription> {
  return (
    (await billing.fetchAccount(customer, at)).subscription ??
    Promise.reject(new Error('there is no subscription'))
  )
}

/** Until a subscription runs as it should. */
function startSteps(it: VerificationRun): VerificationStep[] {
  const { stripe, billing, cards, customer, run, at } = it
  const { workspace_id: workspaceId } = customer
  return [
    [
      'prices and the welcome offer are there, and doing it twice does it once',
      async () => {
        const made = await syncStripePrices(stripe)
        assertThat((await syncStripePrices(stripe)).length === 0, 'the second time made something')
        return made.join(', ') || 'nothing was missing'
      },
    ],
    [
      'a customer is made once',
      async () => {
        const payer = {
          workspace_id: workspaceId,
          name: 'Laurel verifies',
          email: 'verify@laurel.example',
          address: '1 Main Street',
          country: 'US',
          tax_id: '',
          language: 'en' as const,
        }
        customer.ref = await billing.upsertCustomer(null, payer)
        assertThat(
          (await billing.upsertCustomer(null, payer)) === customer.ref,
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
            workspace_id: workspaceId,
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
        await attachTestCard(it, 'pm_card_visa')
        assertThat(
          (await billing.fetchAccount(customer, at)).card?.last4 === '4242',
          'another card is there',
        )
        return 'Visa 4242'
      },
    ],
    [
      'the preview of a first order is what the price book says',
      async () => {
        const preview = await billing.previewInvoice(customer, order, 'en', at)
        assertThat(
          preview?.amount_due === computePrice('month', 7),
          `the preview asks for ${preview?.amount_due}`,
        )
        return formatDollars(computePrice('month', 7))
      },
    ],
    [
      'a subscription begins on the card',
      async () => {
        assertThat(
          await billing.subscribe(
            customer,
            order,
            { id: it.card, ref: it.card },
            at,
            `${run}-subscribe`,
          ),
          'the bank wants to see the payer',
        )
        const subscription = await readSubscription(it)
        assertThat(
          subscription.status === 'active' &&
            subscription.quantity === 7 &&
            subscription.amount === computePrice('month', 7),
          JSON.stringify(subscription),
        )
        return subscription.ref
      },
    ],
    [
      'other seats stand on the next invoice',
      async () => {
        await billing.changeSeats(customer, 9, at, `${run}-seats`)
        assertThat((await readSubscription(it)).quantity === 9, 'the seats are others')
        const next = await billing.previewInvoice(customer, null, 'en', at)
        assertThat(
          (next?.subtotal ?? 0) >= computePrice('month', 9),
          `the next invoice is ${next?.subtotal}`,
        )
        return formatDollars(next?.amount_due ?? 0)
      },
    ],
    [
      'the annual plan keeps the seats and is paid at once',
      async () => {
        const preview = await billing.previewInvoice(
          customer,
          { ...order, plan: 'year', seats: 9 },
          'en',
          at,
        )
        await billing.changePlan(customer, { plan: 'year', seats: 9 }, at, `${run}-plan`)
        const subscription = await readSubscription(it)
        assertThat(
          subscription.plan === 'year' &&
            subscription.quantity === 9 &&
            subscription.amount === computePrice('year', 9),
          JSON.stringify(subscription),
        )
        return formatDollars(preview?.amount_due ?? 0)
      },
    ],
  ]
}

/** What happens to it then, and to money beside it. */
function lifecycleSteps(it: VerificationRun): VerificationStep[] {
  const { settings, billing, cards, customer, run, at } = it
  const { workspace_id: workspaceId } = customer
  const charge = (key: string) =>
    cards.charge({
      workspace_id: workspaceId,
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
        assertThat((await readSubscription(it)).cancel_at_period_end, 'it goes on')
        await billing.resume(customer, at)
        assertThat(!(await readSubscription(it)).cancel_at_period_end, 'it still ends')
        return 'yes'
      },
    ],
    [
      'invoices and receipts add up',
      async () => {
        const { items } = await billing.listInvoices(
          customer,
          { after: null, limit: 10, language: 'en' },
          at,
        )
        for (const one of items) {
          assertThat(
            one.lines.reduce((sum, line) => sum + line.amount, 0) === one.subtotal &&
              one.total - one.balance_applied === one.amount_due,
            `the invoice ${one.id} does not add up: ${JSON.stringify(one)}`,
          )
        }
        const { items: receipts } = await billing.listReceipts(
          customer,
          { after: null, limit: 10, language: 'en' },
          at,
        )
        assertThat(
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
        assertThat((await charge(`${run}-charge`)) === id, 'the same key charged twice')
        assertThat(
          await cards.refund({ workspace_id: workspaceId, key: `${run}-charge` }),
          'nothing was found to give back',
        )
        assertThat(
          await cards.refund({ workspace_id: workspaceId, key: `${run}-charge` }),
          'the second time refused',
        )
        return id
      },
    ],
    [
      'a card that is declined is refused in our words',
      async () => {
        await attachTestCard(it, 'pm_card_chargeCustomerFail')
        const code = await charge(`${run}-declined`).then(
          () => 'paid',
          (error: unknown) => toRefusal(error)?.list[0]?.code,
        )
        assertThat(code === 'payment_failed', `it answered ${code}`)
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
          Stripe.webhooks.generateTestHeaderString({
            payload,
            secret,
            timestamp: toUnixSeconds(at),
          })
        const read_ = (secret: string) =>
          parseStripeEvent(Buffer.from(payload), sign(secret), settings.webhookSecret, at)
        assertThat(
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
  const stripe = createStripeClient(settings)
  const customer: Customer = { workspace_id: randomUUID(), ref: '' }
  const it: VerificationRun = {
    stripe,
    settings,
    billing: createStripeBilling(stripe),
    cards: createStripeCardProvider(stripe),
    customer,
    run: `verify-${customer.workspace_id}`,
    at,
    card: '',
  }
  const all = [...startSteps(it), ...lifecycleSteps(it)]
  let failed = 0
  for (const [name, work] of all) {
    try {
      say(`ok    ${name}: ${await work()}`)
    } catch (error) {
      failed += 1
      say(`WRONG ${name}: ${(error as Error).message}`)
    }
  }
  if (customer.ref) await it.billing.deleteCustomer(customer, at)
  say(
    failed
      ? `${failed} of ${all.length} steps went wrong.`
      : `All ${all.length} steps went well; what was made for them is gone, but for the prices.`,
  )
  return failed === 0
}
