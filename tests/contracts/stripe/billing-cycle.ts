import type { Stripe } from 'stripe'
import { attemptPayment, cardError, paymentMethodOf, runScheduledAttempt } from './payments.ts'
import { discountsAt, endOfPeriod, subscriptionItemOf, periodLines } from './invoice-lines.ts'
import { finalizeInvoice, makeInvoice, subscriptionIdOf } from './invoices.ts'
import { invalidRequest, type InvoiceLine, type StripeState } from './stripe-state.ts'
import { consumeOneTimeDiscounts, isLive } from './subscription-invoices.ts'
import { currentPlan } from './plan-changes.ts'

/**
 * Ends a subscription now. Pending lines are dropped; open invoices stay open without further
 * attempts.
 */
export function endSubscription(
  state: StripeState,
  subscription: Stripe.Subscription,
  at: number,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  if (!isLive(subscription))
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: at,
    canceled_at: subscription.canceled_at ?? at,
    cancel_at_period_end: false,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
  })
  state.pending.delete(subscription.id)
  for (const invoice of state.all<Stripe.Invoice>(
    'invoice',
    (one) =>
      subscriptionIdOf(one) === subscription.id &&
      (one.status === 'open' || one.status === 'draft'),
  )) {
    invoice.next_payment_attempt = null
    if (invoice.status === 'draft') state.objects.delete(invoice.id)
  }
  state.due.splice(
    0,
    state.due.length,
    ...state.due.filter(
      (one) =>
        state.objects.has(one.invoice) &&
        subscriptionIdOf(state.get<Stripe.Invoice>('invoice', one.invoice)) !== subscription.id,
    ),
  )
  state.emit('customer.subscription.deleted', subscription)
}

function renewalLines(
  state: StripeState,
  subscription: Stripe.Subscription,
  start: number,
  end_: number,
): InvoiceLine[] {
  const { price, quantity } = currentPlan(state, subscription)
  return [
    ...periodLines(state, price, quantity, start, end_, {
      subscription: subscription.id,
      item: subscriptionItemOf(subscription).id,
    }),
    ...(state.pending.get(subscription.id) ?? []),
  ]
}

export function nextPeriodEnd(subscription: Stripe.Subscription, start: number): number {
  const interval = subscriptionItemOf(subscription).price.recurring?.interval ?? 'month'
  let periods = 1
  while (endOfPeriod(subscription.billing_cycle_anchor, interval, periods) <= start) periods += 1
  return endOfPeriod(subscription.billing_cycle_anchor, interval, periods)
}

/**
 * Ends a period: the subscription ends, or a new period begins with a draft that is charged in an
 * hour.
 */
function renewSubscription(state: StripeState, subscription: Stripe.Subscription): void {
  const item = subscriptionItemOf(subscription)
  const start = item.current_period_end
  const customer = state.get<Stripe.Customer>('customer', subscription.customer)
  if (subscription.cancel_at_period_end) {
    const pending = state.pending.get(subscription.id)
    if (pending?.length)
      attemptPayment(
        state,
        makeInvoice(state, {
          customer,
          subscription,
          lines: pending,
          discounts: [],
          reason: 'subscription_cycle',
          created: start,
          status: 'open',
        }),
      )
    return endSubscription(state, subscription, start, 'cancellation_requested')
  }
  const end_ = nextPeriodEnd(subscription, start)
  const discounts = discountsAt(state, subscription.discounts, start)
  const invoice = makeInvoice(state, {
    customer,
    subscription,
    lines: renewalLines(state, subscription, start, end_),
    discounts,
    reason: 'subscription_cycle',
    created: start,
    status: 'draft',
  })
  state.pending.delete(subscription.id)
  Object.assign(item, { current_period_start: start, current_period_end: end_ })
  subscription.latest_invoice = invoice.id
  if (subscription.status === 'trialing') subscription.status = 'active'
  consumeOneTimeDiscounts(state, subscription)
  state.emit('customer.subscription.updated', subscription)
}

/** Pays an open invoice. An overdue subscription becomes active. */
export function payInvoice(state: StripeState, invoice: Stripe.Invoice, method?: string): void {
  if (invoice.status === 'draft') finalizeInvoice(state, invoice)
  const refused = attemptPayment(
    state,
    invoice,
    method ?? paymentMethodOf(state, invoice) ?? undefined,
  )
  if (refused) throw cardError(refused)
  afterPayment(state, invoice)
}

function afterPayment(state: StripeState, invoice: Stripe.Invoice): void {
  const subscription = state.find<Stripe.Subscription>('subscription', subscriptionIdOf(invoice))
  const open = state.all<Stripe.Invoice>(
    'invoice',
    (one) => one.status === 'open' && subscriptionIdOf(one) === subscription?.id,
  )
  if (!subscription || !isLive(subscription)) return
  const statusWhenPaid = subscription.status === 'past_due' ? 'active' : subscription.status
  const status = open.length ? 'past_due' : statusWhenPaid
  if (status !== subscription.status)
    state.emit('customer.subscription.updated', Object.assign(subscription, { status }))
}

/** Advances the clock and runs everything due, in order. */
export function advanceClock(state: StripeState, to: Date): void {
  const until = Math.floor(to.getTime() / 1_000)
  for (;;) {
    const ends = state.all<Stripe.Subscription>('subscription', isLive).map((subscription) => ({
      at: subscriptionItemOf(subscription).current_period_end,
      subscription,
    }))
    const next = [...ends, ...state.due.map((due) => ({ at: due.at, due }))].sort(
      (a, b) => a.at - b.at,
    )[0]
    if (!next || next.at > until) break
    state.now = Math.max(state.now, next.at)
    if ('subscription' in next) {
      renewSubscription(state, next.subscription)
      continue
    }
    state.due.splice(state.due.indexOf(next.due), 1)
    const subscription = state.find<Stripe.Subscription>(
      'subscription',
      subscriptionIdOf(state.get<Stripe.Invoice>('invoice', next.due.invoice)),
    )
    const goesOn = runScheduledAttempt(state, next.due)
    afterPayment(state, state.get<Stripe.Invoice>('invoice', next.due.invoice))
    if (!goesOn && subscription && isLive(subscription))
      endSubscription(state, subscription, state.now, 'payment_failed')
  }
  state.now = Math.max(state.now, until)
}
