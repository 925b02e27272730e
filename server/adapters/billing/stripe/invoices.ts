import type { Stripe } from 'stripe'
import type { Invoice } from '#contract/schemas/billing.ts'
import { priceBook } from '#contract/prices.ts'
import type { Customer, SubscriptionOrder, BillingPageRequest } from '../billing-provider.ts'
import {
  toDiscount,
  toStripeId,
  findSubscriptionItem,
  findLiveSubscription,
  parseItemPlan,
} from './account.ts'
import { isMissingResource, toUnixSeconds, type StripeClient, fromUnixSeconds } from './client.ts'
import { findStripePriceId } from './prices.ts'
import { resolveDiscounts } from './subscribe.ts'

const toIsoTime = (seconds: number) => fromUnixSeconds(seconds).toISOString()
const labels: Record<string, Invoice['label']> = {
  draft: 'draft',
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'void',
}
const invoiceExpand = ['discounts.source.coupon', 'discounts.promotion_code']

type InvoiceTimes = { created: number; period_start: number; period_end: number }
const toInvoiceLine = ({ description, amount, quantity, period }: Stripe.InvoiceLineItem) => ({
  description: description ?? '',
  amount,
  quantity: quantity ?? 1,
  period_start: toIsoTime(period.start),
  period_end: toIsoTime(period.end),
})
const isProration = ({ parent }: Stripe.InvoiceLineItem) =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false

/**
 * Returns the paid period of the subscription. Proration lines have other periods, and Stripe's
 * invoice has the previous period.
 */
function findPaidPeriod(
  { period_start: periodStart, period_end }: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
) {
  const { start, end } = lines.find((line) => !isProration(line))?.period ??
    lines[0]?.period ?? { start: periodStart, end: period_end }
  return { period_start: start, period_end: end }
}

function toInvoice(
  invoice: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
  label: Invoice['label'],
  when: InvoiceTimes,
): Invoice {
  const {
    id,
    number,
    attempt_count: attemptCount,
    next_payment_attempt: nextPaymentAttempt,
    subtotal,
    total,
    amount_due: amountDue,
    invoice_pdf: invoicePdf,
  } = invoice
  const discountsById = new Map(
    invoice.discounts.map(toDiscount).map((discount) => [discount.id, discount]),
  )
  const discounts = (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, discount }) => {
      const { code = '', lifetime = false } = discountsById.get(toStripeId(discount) ?? '') ?? {}
      return { code, lifetime, amount }
    })
  return {
    id: label === 'upcoming' ? 'upcoming' : id,
    number: label === 'upcoming' ? null : number,
    label,
    period_start: toIsoTime(when.period_start),
    period_end: toIsoTime(when.period_end),
    created: toIsoTime(when.created),
    next_payment_attempt:
      label === 'open' && nextPaymentAttempt !== null ? toIsoTime(nextPaymentAttempt) : null,
    payment_failed: label === 'open' && attemptCount > 0,
    lines: lines.map(toInvoiceLine),
    subtotal,
    discounts,
    total,
    balance_applied: total - amountDue,
    amount_due: amountDue,
    pdf_url: invoicePdf ?? null,
  }
}

/**
 * Lists invoices, newest first. Stripe includes the first lines of an invoice; the others need
 * extra requests.
 */
export async function listStripeInvoices(
  stripe: StripeClient,
  customer: Customer,
  { after, limit }: BillingPageRequest,
): Promise<{ items: Invoice[]; next_cursor: string | null }> {
  const { data, has_more: hasMore } = await stripe.invoices.list({
    customer: customer.ref,
    limit,
    ...(after ? { starting_after: after } : {}),
    expand: invoiceExpand.map((name) => `data.${name}`),
  })
  const items = await Promise.all(
    data.map(async (invoice) => {
      const lines = [...invoice.lines.data]
      if (invoice.lines.has_more)
        for await (const line of stripe.invoices.listLineItems(invoice.id, {
          limit: 100,
          starting_after: lines.at(-1)?.id ?? '',
        }))
          lines.push(line)
      return toInvoice(invoice, lines, labels[invoice.status ?? ''] ?? 'draft', {
        created: invoice.created,
        ...findPaidPeriod(invoice, lines),
      })
    }),
  )
  return { items, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null }
}

/** Returns the next regular invoice. */
async function previewRenewal(
  stripe: StripeClient,
  customer: Customer,
  subscription: Stripe.Subscription,
): Promise<Invoice | null> {
  if (subscription.cancel_at_period_end) return null
  const invoice = await stripe.invoices.createPreview({
    customer: customer.ref,
    subscription: subscription.id,
    expand: invoiceExpand,
  })
  return toInvoice(invoice, invoice.lines.data, 'upcoming', {
    created: findSubscriptionItem(subscription).current_period_end,
    ...findPaidPeriod(invoice, invoice.lines.data),
  })
}

/** Returns the invoice of a plan change: due immediately, or at the end of a trial. */
async function previewPlanChange(
  stripe: StripeClient,
  customer: Customer,
  subscription: Stripe.Subscription,
  { plan, seats }: SubscriptionOrder,
  at: Date,
): Promise<Invoice> {
  const item = findSubscriptionItem(subscription)
  const trial = subscription.status === 'trialing'
  const invoice = await stripe.invoices.createPreview({
    customer: customer.ref,
    subscription: subscription.id,
    expand: invoiceExpand,
    subscription_details: {
      items: [{ id: item.id, price: await findStripePriceId(stripe, plan), quantity: seats }],
      ...(trial
        ? { proration_behavior: 'none' }
        : { proration_behavior: 'always_invoice', proration_date: toUnixSeconds(at) }),
    },
  })
  return toInvoice(invoice, invoice.lines.data, 'upcoming', {
    created: trial ? item.current_period_end : toUnixSeconds(at),
    ...findPaidPeriod(invoice, invoice.lines.data),
  })
}

/**
 * Returns the end of a period: the same day of the next month or year, or the last day of a shorter
 * month.
 */
function periodEnd(start: Date, plan: SubscriptionOrder['plan']): Date {
  const end = new Date(start)
  end.setUTCMonth(start.getUTCMonth() + (plan === 'year' ? 12 : 1))
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0)
  return end
}

/**
 * Returns the first invoice with a price. With the trial, Stripe would return the trial's empty
 * invoice, so this previews a start without trial and shifts the dates.
 */
async function previewFirstInvoice(
  stripe: StripeClient,
  customer: Customer,
  order: SubscriptionOrder,
  at: Date,
): Promise<Invoice> {
  const discounts = await resolveDiscounts(stripe, order)
  const invoice = await stripe.invoices.createPreview({
    customer: customer.ref,
    currency: priceBook.currency,
    expand: invoiceExpand,
    ...(discounts.length ? { discounts } : {}),
    subscription_details: {
      items: [{ price: await findStripePriceId(stripe, order.plan), quantity: order.seats }],
    },
  })
  const start = order.trial_ends_at ?? at
  const when = {
    created: toUnixSeconds(start),
    period_start: toUnixSeconds(start),
    period_end: toUnixSeconds(periodEnd(start, order.plan)),
  }
  const lines = invoice.lines.data.map((line) => ({
    ...line,
    period: { start: when.period_start, end: when.period_end },
  }))
  return toInvoice(invoice, lines, 'upcoming', when)
}

export async function previewStripeInvoice(
  stripe: StripeClient,
  customer: Customer,
  order: SubscriptionOrder | null,
  at: Date,
): Promise<Invoice | null> {
  const subscription = await findLiveSubscription(stripe, customer)
  try {
    if (!subscription) return order ? await previewFirstInvoice(stripe, customer, order, at) : null
    if (!order || parseItemPlan(findSubscriptionItem(subscription)) === order.plan)
      return await previewRenewal(stripe, customer, subscription)
    return await previewPlanChange(stripe, customer, subscription, order, at)
  } catch (error) {
    // The subscription ended between the two requests.
    if (isMissingResource(error)) return null
    throw error
  }
}
