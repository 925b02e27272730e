import type { Stripe } from 'stripe'
import { idOf } from './invoice-lines.ts'
import { assertAttached } from './subscriptions.ts'
import { changeSubscription, toPlanChange, type ItemParams } from './plan-changes.ts'
import { type DiscountParams, discountsFor } from './discounts.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { mergeMetadata, type OperationParams } from './operation-params.ts'

export function updateSubscription(
  state: StripeState,
  params: OperationParams,
  id: string,
): Stripe.Subscription {
  const subscription = state.get<Stripe.Subscription>('subscription', id)
  const {
    items,
    discounts,
    default_payment_method: defaultPaymentMethod,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAt,
    cancellation_details: cancellationDetails,
    metadata,
    proration_behavior: prorationBehavior = 'create_prorations',
  } = params
  if (subscription.status === 'canceled')
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  if (items !== undefined)
    changeSubscription(
      state,
      subscription,
      toPlanChange(state, subscription, items as ItemParams[]),
      String(prorationBehavior),
    )
  if (typeof defaultPaymentMethod === 'string') {
    assertAttached(state, idOf(subscription.customer), defaultPaymentMethod)
    subscription.default_payment_method = defaultPaymentMethod
  }
  // A list replaces the previous discounts.
  if (discounts !== undefined)
    subscription.discounts = discountsFor(
      state,
      (discounts || []) as DiscountParams[],
      { customer: idOf(subscription.customer), subscription: id, start: state.now },
      true,
    ).map((one) => one.id)
  if (metadata !== undefined) subscription.metadata = mergeMetadata(subscription.metadata, metadata)
  if (cancelAtPeriodEnd !== undefined)
    Object.assign(subscription, {
      cancel_at_period_end: cancelAtPeriodEnd,
      canceled_at: cancelAtPeriodEnd ? state.now : null,
    })
  // An empty text removes the time.
  if (cancelAt !== undefined) subscription.cancel_at = Number(cancelAt) || null
  if (cancellationDetails !== undefined) {
    subscription.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      ...(cancellationDetails as object),
      reason: 'cancellation_requested',
    } as Stripe.Subscription.CancellationDetails
  }
  state.emit('customer.subscription.updated', subscription)
  return subscription
}
