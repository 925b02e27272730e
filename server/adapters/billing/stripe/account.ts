import type { Stripe } from 'stripe'
import { plan as plans } from '#contract/schemas/billing.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import type { BillingAccount, Customer, Discount, Subscription } from '../billing-provider.ts'
import { toSavedCard, isMissingResource, type StripeClient, fromUnixSeconds } from './client.ts'
import { applyDiscounts } from './discounts.ts'
import { lifetimeCoupon, lifetimePercent, computeStripePrice } from './prices.ts'

/** What a subscription must be shown with, so that one question tells everything. */
const accountExpand = [
  'discounts.source.coupon',
  'discounts.promotion_code',
  'default_payment_method',
]

/**
 * `unpaid` and `paused` can be set by hand in the dashboard alone; they count as overdue.
 * Half-begun ones (`incomplete`) count as none.
 */
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
export const toStripeId = (one: string | { id: string } | null | undefined) =>
  typeof one === 'string' ? one : (one?.id ?? null)

export function toDiscount(
  discount: string | Stripe.Discount | Stripe.DeletedDiscount,
): Discount & { id: string } {
  if (typeof discount === 'string') throw new Error(`the discount ${discount} was not told`)
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
    for await (const one of stripe.subscriptions.list({
      customer: customer.ref,
      status: 'all',
      limit: 100,
      expand: accountExpand.map((name) => `data.${name}`),
    }))
      all.push(one)
  } catch (error) {
    // There is no such customer (any more).
    if (!isMissingResource(error)) throw error
  }
  return all.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
}

/** Invoices that wait for their payment come to nothing: what they are for has ended. */
export async function voidOpenInvoices(
  stripe: StripeClient,
  of: { customer: string; subscription?: string },
): Promise<void> {
  for await (const { id } of stripe.invoices.list({ ...of, status: 'open', limit: 100 }))
    await stripe.invoices.voidInvoice(id)
}

/**
 * A team that paid on two pages pays once: the later subscription ends now, and all it took is
 * given back. Can be done again at every point.
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
 * The subscription that lives. Where there are several (two pages were paid), the oldest stays and
 * the others are undone. Null where there is none.
 */
export async function findLiveSubscription(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Subscription | null> {
  const [first, ...doubles] = (await listSubscriptions(stripe, customer)).filter(isLive)
  for (const double of doubles) await refundDuplicateSubscription(stripe, double)
  return first ?? null
}

/** The metadata by which a subscription says that it is still to get the lifetime discount. */
export const lifetimeOwedMetadata = { lifetime: 'owed' } as const
/**
 * A page takes one discount alone. Who is due both the welcome offer and a promotion code begins
 * with the code, and here gets the offer too: on the subscription, and as a credit for what was
 * paid without it.
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
    .filter((one) => !one.lifetime)
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
        amount: data.reduce((sum, one) => sum + one.amount_remaining, 0),
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
 * The card that is charged: the subscription's own (of the last one too, while the customer still
 * has it), else the customer's.
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

/** The customer; null where somebody has deleted it at Stripe, or there never was one. */
export async function findStripeCustomer(
  stripe: StripeClient,
  customer: Customer,
): Promise<Stripe.Customer | null> {
  try {
    const payer = await stripe.customers.retrieve(customer.ref)
    return payer.deleted ? null : payer
  } catch (error) {
    if (isMissingResource(error)) return null
    throw error
  }
}

/**
 * Everything anew, and what is left to mend is mended first. A customer that somebody has deleted
 * at Stripe has nothing any more.
 */
export async function fetchStripeAccount(
  stripe: StripeClient,
  customer: Customer,
  at: Date,
): Promise<BillingAccount> {
  const nothing: BillingAccount = { subscription: null, card: null, balance: 0 }
  const all = await listSubscriptions(stripe, customer)
  const [first, ...doubles] = all.filter(isLive)
  for (const double of doubles) await refundDuplicateSubscription(stripe, double)
  const ended = all
    .filter(({ status }) => status === 'canceled')
    .sort((a, b) => (b.ended_at ?? 0) - (a.ended_at ?? 0))
  const subscription = first ? await applyOwedDiscount(stripe, first) : (ended[0] ?? null)
  // Stripe ends what nobody pays, and still waits for the payment: nobody shall pay for what has
  // ended.
  if (subscription && !isLive(subscription))
    await voidOpenInvoices(stripe, { customer: customer.ref, subscription: subscription.id })
  // What was mended may have changed the balance.
  const payer = await findStripeCustomer(stripe, customer)
  if (!payer) return nothing
  const { balance } = payer
  return {
    subscription: subscription && (await toSubscription(stripe, subscription, at)),
    card: await findPayingCard(stripe, payer, subscription),
    balance: balance === 0 ? 0 : -balance,
  }
}
