import { Stripe } from 'stripe'
import { cancelReason } from '#contract/schemas/billing.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { BillingProvider, Customer, Payer } from '../billing-provider.ts'
import {
  findStripeCustomer,
  toStripeId,
  findSubscriptionItem,
  findLiveSubscription,
  parseItemPlan,
  fetchStripeAccount,
  voidOpenInvoices,
} from './account.ts'
import {
  callStripe,
  isMissingResource,
  idempotencyKeyFor,
  toStripeLocale,
  type StripeClient,
} from './client.ts'
import { listStripeInvoices, listStripeReceipts, previewStripeInvoice } from './invoices.ts'
import { createSubscriptionCheckout, subscribeWithSavedCard } from './subscribe.ts'
import { findStripePriceId } from './prices.ts'

/**
 * What Stripe writes on invoices. A number that tax offices give has no common form, so it stands
 * there as it was entered.
 */
function toCustomerParams({
  workspace_id: workspaceId,
  name,
  email,
  address,
  country,
  tax_id: taxId,
  language,
}: Payer): Stripe.CustomerUpdateParams {
  const locale = language === 'ua' ? 'uk' : toStripeLocale(language)
  return {
    name,
    ...(email ? { email } : {}),
    address: address || country ? { line1: address, country } : '',
    preferred_locales: [locale, 'en'],
    metadata: { workspace_id: workspaceId, tax_id: taxId },
    invoice_settings: { custom_fields: taxId ? [{ name: 'Tax ID', value: taxId }] : '' },
  }
}

async function requireLiveSubscription(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Subscription> {
  return (await findLiveSubscription(stripe, customer)) ?? throwRefusal('subscription_final')
}
const isOverdue = ({ status }: Stripe.Subscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'paused'

/** What is asked for and not paid, oldest first. */
async function listOpenInvoices(
  stripe: StripeClient,
  { id, customer }: Stripe.Subscription,
): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({
    customer: toStripeId(customer) ?? '',
    subscription: id,
    status: 'open',
    limit: 100,
  })
  return data.toReversed()
}

/**
 * The new card pays from now on, and what waits for its payment is tried with it. A bank that says
 * no is read from the invoice.
 */
async function switchPayingCard(
  stripe: StripeClient,
  customer: Customer,
  card: { ref: string },
): Promise<void> {
  const [payer, subscription] = [
    await findStripeCustomer(stripe, customer),
    await findLiveSubscription(stripe, customer),
  ]
  if (!payer) return
  const old = new Set([
    toStripeId(subscription?.default_payment_method),
    toStripeId(payer.invoice_settings.default_payment_method),
  ])
  await stripe.customers.update(customer.ref, {
    invoice_settings: { default_payment_method: card.ref },
  })
  if (subscription && toStripeId(subscription.default_payment_method) !== card.ref)
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.ref })
  for (const ref of old) {
    if (ref && ref !== card.ref) await stripe.paymentMethods.detach(ref)
  }
  if (!subscription) return
  for (const { id } of await listOpenInvoices(stripe, subscription)) {
    try {
      await stripe.invoices.pay(id, { payment_method: card.ref, off_session: true })
    } catch (error) {
      // Refused, or paid by Stripe's own retry in this moment.
      if (
        !(
          error instanceof Stripe.errors.StripeCardError ||
          error instanceof Stripe.errors.StripeInvalidRequestError
        )
      )
        throw error
    }
  }
}

/** Subscriptions with Stripe, over its own SDK. */
export function createStripeBilling(stripe: StripeClient): BillingProvider {
  return {
    kind: 'stripe',
    upsertCustomer: (ref, payer) =>
      callStripe(async () => {
        // Made with words that never change, so that the same key always asks for the same; the
        // rest is told afterwards.
        const id =
          ref ??
          (
            await stripe.customers.create(
              { metadata: { workspace_id: payer.workspace_id } },
              { idempotencyKey: `cust-${payer.workspace_id}` },
            )
          ).id
        await stripe.customers.update(id, toCustomerParams(payer))
        return id
      }),
    fetchAccount: (customer, at) => callStripe(() => fetchStripeAccount(stripe, customer, at)),
    subscribe: (customer, order, card, _at, key) =>
      callStripe(() => subscribeWithSavedCard(stripe, customer, order, card, key)),
    startCheckout: (customer, order, page) =>
      callStripe(() => createSubscriptionCheckout(stripe, customer, order, page)),
    changePlan: (customer, { plan, seats }, _at, key) =>
      callStripe(async () => {
        const subscription = await requireLiveSubscription(stripe, customer)
        const item = findSubscriptionItem(subscription)
        if (parseItemPlan(item) === plan) return
        // What is unpaid is paid first: nothing unpaid can be credited.
        if (isOverdue(subscription))
          for (const { id } of await listOpenInvoices(stripe, subscription))
            await stripe.invoices.pay(id, { off_session: true })
        // Without its quantity a new price would start at one seat.
        const words = {
          items: [{ id: item.id, price: await findStripePriceId(stripe, plan), quantity: seats }],
          off_session: true,
          payment_behavior: 'error_if_incomplete',
          proration_behavior: subscription.status === 'trialing' ? 'none' : 'always_invoice',
        } satisfies Stripe.SubscriptionUpdateParams
        await stripe.subscriptions.update(subscription.id, words, idempotencyKeyFor(key, words))
      }),
    changeSeats: (customer, seats, _at, key) =>
      callStripe(async () => {
        const subscription = await findLiveSubscription(stripe, customer)
        const item = subscription && findSubscriptionItem(subscription)
        if (!item || item.quantity === seats) return
        const words = {
          items: [{ id: item.id, quantity: seats }],
          proration_behavior: subscription.status === 'trialing' ? 'none' : 'create_prorations',
        } satisfies Stripe.SubscriptionUpdateParams
        await stripe.subscriptions.update(subscription.id, words, idempotencyKeyFor(key, words))
      }),
    cancel: (customer, { reason, comment }) =>
      callStripe(async () => {
        const subscription = await requireLiveSubscription(stripe, customer)
        const known = cancelReason.safeParse(reason)
        // Stripe knows eight reasons by name; any other text is a comment.
        const cancellationDetails = known.success
          ? { feedback: known.data, comment }
          : { feedback: 'other' as const, comment: [reason, comment].filter(Boolean).join('\n') }
        if (!isOverdue(subscription)) {
          await stripe.subscriptions.update(subscription.id, {
            cancel_at_period_end: true,
            cancellation_details: cancellationDetails,
          })
          return
        }
        await voidOpenInvoices(stripe, { customer: customer.ref, subscription: subscription.id })
        await stripe.subscriptions.cancel(subscription.id, {
          cancellation_details: cancellationDetails,
          invoice_now: false,
          prorate: false,
        })
      }),
    resume: (customer) =>
      callStripe(async () => {
        const { id, cancel_at_period_end: cancelAtPeriodEnd } = await requireLiveSubscription(
          stripe,
          customer,
        )
        if (cancelAtPeriodEnd)
          await stripe.subscriptions.update(id, { cancel_at_period_end: false })
      }),
    setPaymentCard: (customer, card) => callStripe(() => switchPayingCard(stripe, customer, card)),
    previewInvoice: (customer, order, _language, at) =>
      callStripe(() => previewStripeInvoice(stripe, customer, order, at)),
    listInvoices: (customer, ask) => callStripe(() => listStripeInvoices(stripe, customer, ask)),
    listReceipts: (customer, ask) => callStripe(() => listStripeReceipts(stripe, customer, ask)),
    deleteCustomer: (customer) =>
      callStripe(async () => {
        if (!(await findStripeCustomer(stripe, customer))) return
        await voidOpenInvoices(stripe, { customer: customer.ref })
        try {
          // Its subscriptions end with it at once, and its cards and address are gone.
          await stripe.customers.del(customer.ref)
        } catch (error) {
          if (!isMissingResource(error)) throw error
        }
      }),
  }
}
