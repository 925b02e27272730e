import type { Stripe } from 'stripe'
import { cardError, declineReason } from './payments.ts'
import {
  discountsAt,
  endOfPeriod,
  grossAmount,
  idOf,
  subscriptionItemOf,
  makeLine,
  netAmount,
  periodLines,
  discountAmounts,
} from './invoice-lines.ts'
import { invalidRequest, type InvoiceLine, type StripeState } from './stripe-state.ts'
import { createAndPayInvoice } from './subscription-invoices.ts'

/** Inside a subscription Stripe shows a price without its tiers. */
const priceOf = (state: StripeState, subscription: Stripe.Subscription) =>
  state.get<Stripe.Price>('price', subscriptionItemOf(subscription).price.id)

type PlanChange = { price: Stripe.Price; quantity: number }

/** Returns the value of the rest of a period, after the discounts with which it began. */
function unusedAmount(
  state: StripeState,
  subscription: Stripe.Subscription,
  { price, quantity }: PlanChange,
): number {
  const { current_period_start: start, current_period_end: end } = subscriptionItemOf(subscription)
  const net = netAmount(
    state,
    grossAmount(price, quantity),
    discountsAt(state, subscription.discounts, start),
  )
  return Math.round((net * (end - state.now)) / (end - start))
}

function prorationLine(
  state: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
  sign: 1 | -1,
): InvoiceLine {
  const item = subscriptionItemOf(subscription)
  return makeLine(state, {
    amount: sign * unusedAmount(state, subscription, to),
    quantity: to.quantity,
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${to.quantity} × Laurel`,
    start: state.now,
    end: item.current_period_end,
    subscription: subscription.id,
    item: item.id,
    proration: true,
  })
}

export const currentPlan = (state: StripeState, subscription: Stripe.Subscription): PlanChange => ({
  price: priceOf(state, subscription),
  quantity: subscriptionItemOf(subscription).quantity ?? 1,
})

/** Returns the lines of a price change: a new period, and credit for the rest of the old one. */
export function changeLines(
  state: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
): InvoiceLine[] {
  const item = subscriptionItemOf(subscription)
  const end = endOfPeriod(state.now, to.price.recurring?.interval ?? 'month', 1)
  return [
    ...periodLines(state, to.price, to.quantity, state.now, end, {
      subscription: subscription.id,
      item: item.id,
    }),
    prorationLine(state, subscription, currentPlan(state, subscription), -1),
  ]
}

export type ItemParams = { id?: string; price?: string; quantity?: number }

export function toPlanChange(
  state: StripeState,
  subscription: Stripe.Subscription,
  [ask]: ItemParams[],
): PlanChange {
  const item = subscriptionItemOf(subscription)
  if (ask?.id !== item.id)
    throw invalidRequest('Only the item that is there can be changed', 'items[0][id]')
  const price = state.get<Stripe.Price>('price', ask.price ?? item.price.id)
  if (ask.price !== undefined && !price.active && price.id !== item.price.id)
    throw invalidRequest('The price specified is inactive', 'items[0][price]')
  // A new price without a quantity starts with one.
  return {
    price,
    quantity: ask.quantity ?? (price.id === item.price.id ? (item.quantity ?? 1) : 1),
  }
}

/**
 * Changes price or seats according to `proration_behavior`. Throws without any effect if the
 * difference is not paid.
 */
export function changeSubscription(
  state: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
  proration: string,
): void {
  const item = subscriptionItemOf(subscription)
  const other = to.price.recurring?.interval !== item.price.recurring?.interval
  const set = () => Object.assign(item, { price: structuredClone(to.price), quantity: to.quantity })
  if (subscription.status === 'trialing' || proration === 'none') {
    if (other && subscription.status !== 'trialing')
      throw new Error('a change of the interval without proration is not simulated')
    set()
    return
  }
  if (!other) {
    if (proration !== 'create_prorations')
      throw new Error(`seats with ${proration} are not simulated`)
    const lines = [
      prorationLine(state, subscription, currentPlan(state, subscription), -1),
      prorationLine(state, subscription, to, 1),
    ]
    state.pending.set(subscription.id, [...(state.pending.get(subscription.id) ?? []), ...lines])
    set()
    return
  }
  const lines = changeLines(state, subscription, to)
  const gross = lines.filter((one) => one.discountable).reduce((sum, one) => sum + one.amount, 0)
  const off = discountAmounts(
    state,
    gross,
    discountsAt(state, subscription.discounts, state.now),
  ).reduce((sum, one) => sum + one.amount, 0)
  const total =
    [...lines, ...(state.pending.get(subscription.id) ?? [])].reduce(
      (sum, one) => sum + one.amount,
      0,
    ) - off
  const customer = state.get<Stripe.Customer>('customer', subscription.customer)
  const refused =
    total + customer.balance > 0
      ? declineReason(
          state,
          idOf(subscription.default_payment_method) ||
            idOf(customer.invoice_settings.default_payment_method) ||
            null,
        )
      : null
  if (refused) throw cardError(refused)
  set()
  Object.assign(item, {
    current_period_start: state.now,
    current_period_end: endOfPeriod(state.now, to.price.recurring?.interval ?? 'month', 1),
  })
  subscription.billing_cycle_anchor = state.now
  createAndPayInvoice(state, subscription, lines, 'subscription_update')
}
