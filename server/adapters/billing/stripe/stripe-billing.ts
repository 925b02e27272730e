import { Stripe } from 'stripe'
import type { Plan } from '#contract/prices.ts'
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
import { listStripeInvoices, previewStripeInvoice } from './invoices.ts'
import { listStripeReceipts } from './receipts.ts'
import { createSubscriptionCheckout, subscribeWithSavedCard } from './subscribe.ts'
import { findStripePriceId } from './prices.ts'

/**
 * Returns the customer fields of Stripe's invoices. Tax ids have no common format, so they are
 * printed as entered.
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

/** Returns open invoices, oldest first. */
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
 * Makes this the paying card and retries open invoices with it. The invoice shows a declined
 * payment.
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
      // Declined, or paid concurrently by Stripe's own retry.
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

async function upsertStripeCustomer(
  stripe: StripeClient,
  ref: string | null,
  payer: Payer,
  key = `cust-${payer.workspace_id}`,
): Promise<string> {
  // Create with constant parameters: Stripe rejects a known key with others. The update sends the
  // rest.
  const id =
    ref ??
    (
      await stripe.customers.create(
        { metadata: { workspace_id: payer.workspace_id } },
        { idempotencyKey: key },
      )
    ).id
  try {
    await stripe.customers.update(id, toCustomerParams(payer))
  } catch (error) {
    if (ref !== null || !isMissingResource(error)) throw error
    // The known key has returned a customer that was deleted since.
    return upsertStripeCustomer(stripe, null, payer, `${key}-${id}`)
  }
  return id
}

async function changeStripePlan(
  stripe: StripeClient,
  customer: Customer,
  { plan, seats }: { plan: Plan; seats: number },
  key: string,
): Promise<void> {
  const subscription = await requireLiveSubscription(stripe, customer)
  const item = findSubscriptionItem(subscription)
  if (parseItemPlan(item) === plan) return
  // Open invoices are paid first: an unpaid period cannot be credited.
  if (isOverdue(subscription))
    for (const { id } of await listOpenInvoices(stripe, subscription))
      await stripe.invoices.pay(id, { off_session: true })
  // Stripe resets the quantity to one if a new price comes without it.
  const params = {
    items: [{ id: item.id, price: await findStripePriceId(stripe, plan), quantity: seats }],
    off_session: true,
    payment_behavior: 'error_if_incomplete',
    proration_behavior: subscription.status === 'trialing' ? 'none' : 'always_invoice',
  } satisfies Stripe.SubscriptionUpdateParams
  await stripe.subscriptions.update(subscription.id, params, idempotencyKeyFor(key, params))
}

async function changeStripeSeats(
  stripe: StripeClient,
  customer: Customer,
  seats: number,
  key: string,
): Promise<void> {
  const subscription = await findLiveSubscription(stripe, customer)
  const item = subscription && findSubscriptionItem(subscription)
  if (!item || item.quantity === seats) return
  const params = {
    items: [{ id: item.id, quantity: seats }],
    proration_behavior: subscription.status === 'trialing' ? 'none' : 'create_prorations',
  } satisfies Stripe.SubscriptionUpdateParams
  await stripe.subscriptions.update(subscription.id, params, idempotencyKeyFor(key, params))
}

async function cancelStripeSubscription(
  stripe: StripeClient,
  customer: Customer,
  { reason, comment }: { reason: string; comment: string },
): Promise<void> {
  const subscription = await requireLiveSubscription(stripe, customer)
  const known = cancelReason.safeParse(reason)
  // Stripe has eight reasons; any other text becomes the comment.
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
}

async function resumeStripeSubscription(stripe: StripeClient, customer: Customer): Promise<void> {
  const {
    id,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAt,
  } = await requireLiveSubscription(stripe, customer)
  if (cancelAtPeriodEnd) await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  // Stripe's dashboard sets a time instead.
  else if (cancelAt !== null) await stripe.subscriptions.update(id, { cancel_at: '' })
}

async function deleteStripeCustomer(stripe: StripeClient, customer: Customer): Promise<void> {
  if (!(await findStripeCustomer(stripe, customer))) return
  await voidOpenInvoices(stripe, { customer: customer.ref })
  try {
    // Deleting the customer also ends its subscriptions and deletes its cards and address.
    await stripe.customers.del(customer.ref)
  } catch (error) {
    if (!isMissingResource(error)) throw error
  }
}

/** Creates the billing provider for Stripe, on its SDK. */
export function createStripeBilling(stripe: StripeClient): BillingProvider {
  return {
    kind: 'stripe',
    upsertCustomer: (ref, payer) => callStripe(() => upsertStripeCustomer(stripe, ref, payer)),
    fetchAccount: (customer, at) => callStripe(() => fetchStripeAccount(stripe, customer, at)),
    subscribe: (customer, order, card, _at, key) =>
      callStripe(() => subscribeWithSavedCard(stripe, customer, order, card, key)),
    startCheckout: (customer, order, page) =>
      callStripe(() => createSubscriptionCheckout(stripe, customer, order, page)),
    changePlan: (customer, to, _at, key) =>
      callStripe(() => changeStripePlan(stripe, customer, to, key)),
    changeSeats: (customer, seats, _at, key) =>
      callStripe(() => changeStripeSeats(stripe, customer, seats, key)),
    cancel: (customer, reason) =>
      callStripe(() => cancelStripeSubscription(stripe, customer, reason)),
    resume: (customer) => callStripe(() => resumeStripeSubscription(stripe, customer)),
    setPaymentCard: (customer, card) => callStripe(() => switchPayingCard(stripe, customer, card)),
    previewInvoice: (customer, order, _language, at) =>
      callStripe(() => previewStripeInvoice(stripe, customer, order, at)),
    listInvoices: (customer, page) => callStripe(() => listStripeInvoices(stripe, customer, page)),
    listReceipts: (customer, page) => callStripe(() => listStripeReceipts(stripe, customer, page)),
    deleteCustomer: (customer) => callStripe(() => deleteStripeCustomer(stripe, customer)),
  }
}
