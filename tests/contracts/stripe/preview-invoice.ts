import type { Stripe } from 'stripe'
import { discountsAt, endOfPeriod, subscriptionItemOf, periodLines } from './invoice-lines.ts'
import { makeInvoice } from './invoices.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { discountsFor, type DiscountParams } from './discounts.ts'
import { changeLines, currentPlan, toPlanChange, type ItemParams } from './plan-changes.ts'
import { isLive } from './subscription-invoices.ts'
import { nextPeriodEnd } from './billing-cycle.ts'

type PreviewParams = {
  customer: string
  subscription?: string
  discounts?: DiscountParams[]
  subscription_details?: { items?: ItemParams[]; proration_behavior?: string }
}

/** The parameters that every previewed invoice shares. */
const previewBase = (state: StripeState, customer: Stripe.Customer) => ({
  customer,
  reason: 'upcoming' as const,
  created: state.now,
  status: 'draft' as const,
})

function previewFirstOrder(
  state: StripeState,
  params: PreviewParams,
  invoiceBase: ReturnType<typeof previewBase>,
): Stripe.Invoice {
  const { customer } = invoiceBase
  const items = params.subscription_details?.items ?? []
  const price = state.get<Stripe.Price>('price', items[0]?.price)
  const discounts = discountsFor(
    state,
    params.discounts ?? [],
    { customer: customer.id, subscription: null, start: state.now },
    false,
  )
  const lines = periodLines(
    state,
    price,
    items[0]?.quantity ?? 1,
    state.now,
    endOfPeriod(state.now, price.recurring?.interval ?? 'month', 1),
    {},
  )
  return makeInvoice(state, { ...invoiceBase, subscription: null, lines, discounts }, false)
}

/**
 * Returns a preview of an invoice: the next one, of a change, or of a first order. Stores nothing.
 */
export function previewInvoice(state: StripeState, params: PreviewParams): Stripe.Invoice {
  const customer = state.customer(params.customer)
  const invoiceBase = previewBase(state, customer)
  const items = params.subscription_details?.items ?? []
  if (params.subscription === undefined) return previewFirstOrder(state, params, invoiceBase)
  const subscription = state.get<Stripe.Subscription>('subscription', params.subscription)
  const item = subscriptionItemOf(subscription)
  const start = item.current_period_end
  const waiting = state.pending.get(subscription.id) ?? []
  if (
    !isLive(subscription) ||
    (subscription.cancel_at_period_end && !items.length && !waiting.length)
  )
    throw invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  if (!items.length || params.subscription_details?.proration_behavior === 'none') {
    const to = items.length
      ? toPlanChange(state, subscription, items)
      : currentPlan(state, subscription)
    const end = items.length
      ? endOfPeriod(start, to.price.recurring?.interval ?? 'month', 1)
      : nextPeriodEnd(subscription, start)
    const lines = subscription.cancel_at_period_end
      ? []
      : periodLines(state, to.price, to.quantity, start, end, {
          subscription: subscription.id,
          item: item.id,
        })
    return makeInvoice(
      state,
      {
        ...invoiceBase,
        subscription,
        lines: [...lines, ...waiting],
        discounts: discountsAt(state, subscription.discounts, start),
        created: start,
      },
      false,
    )
  }
  const lines = [
    ...changeLines(state, subscription, toPlanChange(state, subscription, items)),
    ...waiting,
  ]
  return makeInvoice(
    state,
    {
      ...invoiceBase,
      subscription,
      lines,
      discounts: discountsAt(state, subscription.discounts, state.now),
    },
    false,
  )
}
