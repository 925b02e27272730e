import type { Stripe } from 'stripe'
import { cardError, declineReason } from './payments.ts'
import {
  endOfPeriod,
  grossAmount,
  idOf,
  subscriptionItemOf,
  makeLine,
  netAmount,
  periodLines,
} from './invoice-lines.ts'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { discountsFor, type DiscountParams } from './discounts.ts'
import { createAndPayInvoice } from './subscription-invoices.ts'

/** Throws unless the payment method belongs to the customer. */
export function assertAttached(state: StripeState, customer: string, method: string): void {
  const found = state.find<Stripe.PaymentMethod>('payment_method', method)
  if (!found || idOf(found.customer) !== customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}`,
      'default_payment_method',
      'resource_missing',
    )
}

function makeItem(
  state: StripeState,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  const plan = getStripeSchema().minimalObject<Stripe.Plan>('Plans.Plan', { id: price.id })
  return state.make<Stripe.SubscriptionItem>('SubscriptionItems.SubscriptionItem', 'si', {
    subscription,
    price: structuredClone(price),
    plan,
    quantity,
    current_period_start: start,
    current_period_end: end,
  })
}

export type SubscriptionParams = {
  customer: string
  items: { price: string; quantity?: number }[]
  default_payment_method?: string
  trial_end?: number
  discounts?: DiscountParams[]
  metadata?: Record<string, string>
  payment_behavior?: string
}

const trialLine = (
  state: StripeState,
  quantity: number,
  end: number,
  references: { subscription: string; item: string },
) =>
  makeLine(state, {
    amount: 0,
    quantity,
    description: 'Trial period for Laurel',
    start: state.now,
    end,
    ...references,
    proration: false,
  })

/**
 * Creates a subscription and charges its first period unless a trial comes first. Throws without
 * any effect if the payment fails and the request asks for that.
 */
export function createSubscription(
  state: StripeState,
  params: SubscriptionParams,
): Stripe.Subscription {
  const customer = state.customer(params.customer)
  const [first] = params.items
  const price = state.get<Stripe.Price>('price', first?.price)
  if (!price.active) throw invalidRequest('The price specified is inactive', 'items[0][price]')
  if (params.default_payment_method)
    assertAttached(state, customer.id, params.default_payment_method)
  const trial = params.trial_end ?? null
  if (trial !== null && trial <= state.now)
    throw invalidRequest('trial_end must be in the future', 'trial_end')
  const id = state.id('sub')
  const quantity = first?.quantity ?? 1
  const method =
    params.default_payment_method ??
    (idOf(customer.invoice_settings.default_payment_method) || null)
  const planned = discountsFor(
    state,
    params.discounts ?? [],
    { customer: customer.id, subscription: id, start: state.now },
    false,
  )
  const due =
    trial === null
      ? Math.max(0, netAmount(state, grossAmount(price, quantity), planned) + customer.balance)
      : 0
  const refused = due > 0 ? declineReason(state, method) : null
  // Nothing is stored: we only ever ask for `error_if_incomplete`.
  if (refused) throw cardError(refused)
  const discounts = discountsFor(
    state,
    params.discounts ?? [],
    { customer: customer.id, subscription: id, start: state.now },
    true,
  )
  const end = trial ?? endOfPeriod(state.now, price.recurring?.interval ?? 'month', 1)
  const subscription = state.make<Stripe.Subscription>('Subscriptions.Subscription', 'sub', {
    id,
    customer: customer.id,
    status: trial === null ? 'active' : 'trialing',
    currency: price.currency,
    metadata: params.metadata ?? {},
    default_payment_method: params.default_payment_method ?? null,
    discounts: discounts.map((one) => one.id),
    trial_start: trial === null ? null : state.now,
    trial_end: trial,
    start_date: state.now,
    billing_cycle_anchor: trial ?? state.now,
    items: {
      object: 'list',
      data: [makeItem(state, id, price, quantity, state.now, end)],
      has_more: false,
      url: '',
    },
  })
  const references = { subscription: id, item: subscriptionItemOf(subscription).id }
  const lines =
    trial === null
      ? periodLines(state, price, quantity, state.now, end, references)
      : [trialLine(state, quantity, end, references)]
  createAndPayInvoice(state, subscription, lines, 'subscription_create')
  state.emit('customer.subscription.created', subscription)
  return subscription
}
