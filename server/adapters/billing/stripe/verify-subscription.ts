import { computePrice } from '#contract/prices.ts'
import { syncStripePrices } from './prices.ts'
import {
  assertThat,
  attachTestCard,
  readSubscription,
  testOrder,
  type VerificationStep,
} from './verification-run.ts'

const callback = 'https://laurel.example/settings/billing/overview'
const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Steps up to a running subscription, and its changes. */
export const subscriptionSteps: VerificationStep[] = [
  [
    'syncs prices and the welcome offer idempotently',
    async (run) => {
      const created = await syncStripePrices(run.stripe)
      assertThat(
        (await syncStripePrices(run.stripe)).length === 0,
        'the second sync created something',
      )
      return created.join(', ') || 'nothing missing'
    },
  ],
  [
    'creates a single customer',
    async (run) => {
      const payer = {
        workspace_id: run.customer.workspace_id,
        name: 'Laurel verification',
        email: 'verify@laurel.example',
        address: '1 Main Street',
        country: 'US',
        tax_id: '',
        language: 'en' as const,
      }
      run.customer.ref = await run.billing.upsertCustomer(null, payer)
      assertThat(
        (await run.billing.upsertCustomer(null, payer)) === run.customer.ref,
        'the workspace got a second customer',
      )
      return run.customer.ref
    },
  ],
  [
    'opens the card page',
    async (run) =>
      (
        await run.cards.startSetup({
          workspace_id: run.customer.workspace_id,
          customer: run.customer.ref,
          purpose: 'subscription',
          callback,
          token: run.id,
          language: 'en',
        })
      ).url.slice(0, 60),
  ],
  [
    'opens the page of a first order',
    async (run) =>
      (
        await run.billing.startCheckout(
          run.customer,
          testOrder,
          { token: `${run.id}-order`, callback, language: 'en' },
          run.at,
        )
      ).url.slice(0, 60),
  ],
  [
    'makes a test card the paying card',
    async (run) => {
      await attachTestCard(run, 'pm_card_visa')
      assertThat(
        (await run.billing.fetchAccount(run.customer, run.at)).card?.last4 === '4242',
        'the account has another card',
      )
      return 'Visa 4242'
    },
  ],
  [
    'previews a first order at the list price',
    async (run) => {
      const preview = await run.billing.previewInvoice(run.customer, testOrder, 'en', run.at)
      assertThat(
        preview?.amount_due === computePrice('month', 7),
        `the preview shows ${preview?.amount_due}`,
      )
      return formatDollars(computePrice('month', 7))
    },
  ],
  [
    'starts a subscription with the card',
    async (run) => {
      assertThat(
        await run.billing.subscribe(
          run.customer,
          testOrder,
          { id: run.card, ref: run.card },
          run.at,
          `${run.id}-subscribe`,
        ),
        'the bank requires authentication',
      )
      const subscription = await readSubscription(run)
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
    'bills changed seats on the next invoice',
    async (run) => {
      await run.billing.changeSeats(run.customer, 9, run.at, `${run.id}-seats`)
      assertThat((await readSubscription(run)).quantity === 9, 'the number of seats is wrong')
      const next = await run.billing.previewInvoice(run.customer, null, 'en', run.at)
      assertThat(
        (next?.subtotal ?? 0) >= computePrice('month', 9),
        `the next invoice is ${next?.subtotal}`,
      )
      return formatDollars(next?.amount_due ?? 0)
    },
  ],
  [
    'switches to the annual plan with the same seats and charges it',
    async (run) => {
      const preview = await run.billing.previewInvoice(
        run.customer,
        { ...testOrder, plan: 'year', seats: 9 },
        'en',
        run.at,
      )
      await run.billing.changePlan(
        run.customer,
        { plan: 'year', seats: 9 },
        run.at,
        `${run.id}-plan`,
      )
      const subscription = await readSubscription(run)
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
