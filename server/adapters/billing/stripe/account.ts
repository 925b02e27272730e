import type { Stripe } from 'stripe'
import { plan as plans } from '#contract/schemas/billing.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import type { BillingAccount, Customer, Discount, Subscription } from '../billing-provider.ts'
import { toSavedCard, isMissingResource, type StripeClient, fromUnixSeconds } from './client.ts'
import { applyDiscounts } from './discounts.ts'
import { lifetimeCoupon, lifetimePercent, computeStripePrice } from './prices.ts'

/** Expanded fields that let a single request load a whole subscription. */
const accountExpand = [
  'discounts.source.coupon',
  'discounts.promotion_code',
  'default_payment_method',
]

/** `unpaid` and `paused`, set by hand in Stripe, count as overdue. `incomplete` is ignored. */
const statusByStripeStatus: Record<string, Subscription['status']> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
}
const isLive = ({ status }: Stripe.Subscription) =>
  ['trialing', 'active', 'past_due', 'unpaid', 'paused'].includes(status)

export function findSubscriptionItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`)
  return item
}
export function parseItemPlan({ price }: Stripe.SubscriptionItem) {
  return plans.parse(price.recurring?.interval)
}
export const toStripeId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export function toDiscount(
  discount: string | Stripe.Discount | Stripe.DeletedDiscount,
): Discount & { id: string } {
  if (typeof discount === 'string') throw new Error(`the discount ${discount} is not expanded`)
  const { coupon } = discount.source
  const rule = typeof coupon === 'string' ? null : coupon
  const code =
    typeof discount.promotion_code === 'object' && discount.promotion_code
      ? discount.promotion_code.code
      : (rule?.name ?? toStripeId(coupon) ?? '')
  const endsAt = 'end' in discount && discount.end !== null ? fromUnixSeconds(discount.end) : null
  return {
    id: discount.id,
    code,
    percent: rule?.percent_off ?? null,
    amount: rule?.amount_off ?? null,
    ends_at: endsAt,
    lifetime: toStripeId(coupon) === lifetimeCoupon,
  }
}

async function listSubscriptions(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Subscription[]> {
  const all: Stripe.Subscription[] = []
  try {
    for await (const subscription of stripe.subscriptions.list({
      customer: customer.ref,
      status: 'all',
      limit: 100,
      expand: accountExpand.map((name) => `data.${name}`),
    }))
      all.push(subscription)
  } catch (error) {
    // The customer does not exist or was deleted.
    if (!isMissingResource(error)) throw error
  }
  return all.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
}

/** Voids open invoices of an ended subscription or customer. */
export async function voidOpenInvoices(
  stripe: StripeClient,
  of: { customer: string; subscription?: string },
): Promise<void> {
  for await (const { id } of stripe.invoices.list({ ...of, status: 'open', limit: 100 }))
    await stripe.invoices.voidInvoice(id)
}

/**
 * A team that pays on two checkout pages pays once: this cancels the later subscription and refunds
 * all its payments. It can be repeated after a failure at any point.
 */
async function refundDuplicateSubscription(
  stripe: StripeClient,
  { id, customer }: Stripe.Subscription,
): Promise<void> {
  const payer = toStripeId(customer) ?? ''
  for await (const invoice of stripe.invoices.list({
    customer: payer,
    subscription: id,
    status: 'paid',
    limit: 100,
    expand: ['data.payments'],
  })) {
    for (const { status, payment } of invoice.payments?.data ?? []) {
      const intent = toStripeId(payment.payment_intent)
      if (status === 'paid' && intent)
        await stripe.refunds.create(
          { payment_intent: intent },
          { idempotencyKey: `double-${intent}` },
        )
    }
    const used = invoice.total - invoice.amount_due
    if (used > 0)
      await stripe.customers.createBalanceTransaction(
        payer,
        { amount: -used, currency: invoice.currency },
        { idempotencyKey: `double-${invoice.id}` },
      )
  }
  await voidOpenInvoices(stripe, { customer: payer, subscription: id })
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
}

/**
 * Returns the live subscription, or null. If two checkout pages were paid, the oldest subscription
 * stays and the others are canceled and refunded.
 */
export async function findLiveSubscription(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Subscription | null> {
  const [first, ...duplicates] = (await listSubscriptions(stripe, customer)).filter(isLive)
  for (const duplicate of duplicates) await refundDuplicateSubscription(stripe, duplicate)
  return first ?? null
}

/** Metadata of a subscription that still has to receive the lifetime discount. */
export const lifetimeOwedMetadata = { lifetime: 'owed' } as const
/**
 * A Stripe page accepts a single discount. An order with a promotion code and the welcome offer
 * starts with the code. This adds the offer to the subscription, and credits paid invoices.
 */
async function applyOwedDiscount(
  stripe: StripeClient,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  if (subscription.metadata['lifetime'] !== lifetimeOwedMetadata.lifetime) return subscription
  const customer = toStripeId(subscription.customer) ?? ''
  for await (const { id, total, currency } of stripe.invoices.list({
    customer,
    subscription: subscription.id,
    status: 'paid',
    limit: 100,
  })) {
    const credit = applyDiscounts(total, [{ percent: lifetimePercent, amount: null }]).off[0] ?? 0
    if (credit > 0)
      await stripe.customers.createBalanceTransaction(
        customer,
        { amount: -credit, currency, description: lifetimeCoupon },
        { idempotencyKey: `owed-${id}` },
      )
  }
  const kept = subscription.discounts
    .map(toDiscount)
    .filter((discount) => !discount.lifetime)
    .map(({ id }) => ({ discount: id }))
  return stripe.subscriptions.update(subscription.id, {
    discounts: [{ coupon: lifetimeCoupon }, ...kept],
    metadata: { lifetime: '' },
    expand: accountExpand,
  })
}

async function summarizeOpenInvoices(
  stripe: StripeClient,
  { id, customer }: Stripe.Subscription,
): Promise<Subscription['open_invoice']> {
  const { data } = await stripe.invoices.list({
    customer: toStripeId(customer) ?? '',
    subscription: id,
    status: 'open',
    limit: 100,
  })
  const [first] = data
  return first
    ? {
        amount: data.reduce((sum, invoice) => sum + invoice.amount_remaining, 0),
        next_attempt_at:
          first.next_payment_attempt === null ? null : fromUnixSeconds(first.next_payment_attempt),
      }
    : null
}

async function toSubscription(
  stripe: StripeClient,
  subscription: Stripe.Subscription,
  at: Date,
): Promise<Subscription> {
  const item = findSubscriptionItem(subscription)
  const [plan, quantity, status] = [
    parseItemPlan(item),
    item.quantity ?? 1,
    statusByStripeStatus[subscription.status] ?? 'canceled',
  ]
  const discounts = subscription.discounts
    .map(toDiscount)
    .filter(({ ends_at: endsAt }) => endsAt === null || endsAt > at)
  return {
    ref: subscription.id,
    status,
    plan,
    quantity,
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    period_start: fromUnixSeconds(item.current_period_start),
    period_end: fromUnixSeconds(item.current_period_end),
    ended_at: subscription.ended_at === null ? null : fromUnixSeconds(subscription.ended_at),
    unpaid: status === 'canceled' && subscription.cancellation_details?.reason === 'payment_failed',
    amount: applyDiscounts(computeStripePrice(item.price, plan, quantity), discounts).total,
    discounts: discounts.map(({ code, percent, amount, ends_at: endsAt, lifetime }) => ({
      code,
      percent,
      amount,
      ends_at: endsAt,
      lifetime,
    })),
    open_invoice: status === 'past_due' ? await summarizeOpenInvoices(stripe, subscription) : null,
  }
}

/**
 * Returns the charged card: the subscription's own (an ended one's too, while the customer still
 * has it), or else the customer's default.
 */
async function findPayingCard(
  stripe: StripeClient,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | null,
): Promise<SavedCard | null> {
  const method = subscription?.default_payment_method
  const own = typeof method === 'object' && method?.customer ? toSavedCard(method) : null
  const other = toStripeId(customer.invoice_settings.default_payment_method)
  return own ?? (other === null ? null : toSavedCard(await stripe.paymentMethods.retrieve(other)))
}

/** Returns the customer, also a deleted one, or null if it never existed in this account. */
async function retrieveCustomer(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | null> {
  try {
    return await stripe.customers.retrieve(customer.ref)
  } catch (error) {
    if (isMissingResource(error)) return null
    throw error
  }
}

/** Returns the customer, or null if it was deleted at Stripe or never existed. */
export async function findStripeCustomer(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Customer | null> {
  const payer = await retrieveCustomer(stripe, customer)
  return payer?.deleted ? null : payer
}

/**
 * Fetches the account and first applies pending repairs (duplicates, owed discounts). A customer
 * deleted at Stripe has an empty account.
 */
export async function fetchStripeAccount(
  stripe: StripeClient,
  customer: Customer,
  at: Date,
): Promise<BillingAccount> {
  const all = await listSubscriptions(stripe, customer)
  const [first, ...duplicates] = all.filter(isLive)
  for (const duplicate of duplicates) await refundDuplicateSubscription(stripe, duplicate)
  const ended = all
    .filter(({ status }) => status === 'canceled')
    .sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))
  const subscription = first ? await applyOwedDiscount(stripe, first) : (ended[0] ?? null)
  // Stripe keeps open invoices of a subscription it ended as unpaid. The service has ended: void them.
  if (subscription && !isLive(subscription))
    await voidOpenInvoices(stripe, { customer: customer.ref, subscription: subscription.id })
  // The repairs may have changed the balance.
  const payer = await retrieveCustomer(stripe, customer)
  if (!payer || payer.deleted)
    return { subscription: null, card: null, balance: 0, is_deleted: payer !== null }
  const { balance } = payer
  return {
    subscription: subscription && (await toSubscription(stripe, subscription, at)),
    card: await findPayingCard(stripe, payer, subscription),
    balance: balance === 0 ? 0 : -balance,
    is_deleted: false,
  }
}
