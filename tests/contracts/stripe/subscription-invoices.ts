import type { Stripe } from 'stripe'
import { attemptPayment } from './payments.ts'
import { discountsAt, idOf } from './invoice-lines.ts'
import { makeInvoice } from './invoices.ts'
import { type InvoiceLine, type StripeState } from './stripe-state.ts'

export const isLive = ({ status }: Stripe.Subscription) =>
  ['trialing', 'active', 'past_due'].includes(status)

/** Creates, finalizes and charges an invoice that includes the pending lines. */
export function createAndPayInvoice(
  state: StripeState,
  subscription: Stripe.Subscription,
  lines: InvoiceLine[],
  reason: 'subscription_create' | 'subscription_update',
): void {
  const customer = state.get<Stripe.Customer>('customer', subscription.customer)
  const discounts = discountsAt(state, subscription.discounts, state.now)
  const invoice = makeInvoice(state, {
    customer,
    subscription,
    lines: [...lines, ...(state.pending.get(subscription.id) ?? [])],
    discounts,
    reason,
    created: state.now,
    status: 'open',
  })
  state.pending.delete(subscription.id)
  subscription.latest_invoice = invoice.id
  attemptPayment(state, invoice)
  consumeOneTimeDiscounts(state, subscription)
}

/** Removes coupons that are valid for one invoice. */
export function consumeOneTimeDiscounts(
  state: StripeState,
  subscription: Stripe.Subscription,
): void {
  if (subscription.status === 'trialing') return
  subscription.discounts = subscription.discounts.filter(
    (id) =>
      state.get<Stripe.Coupon>(
        'coupon',
        state.get<Stripe.Discount>('discount', idOf(id)).source.coupon,
      ).duration !== 'once',
  )
}
