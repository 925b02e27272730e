import type { Stripe } from 'stripe'
import { cardError, chargeCard } from './payments.ts'
import { assertAttached } from './subscriptions.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { type OperationParams } from './operation-params.ts'

export function createCharge(
  state: StripeState,
  {
    payment_method: paymentMethod,
    amount,
    currency,
    description,
    metadata,
    customer,
  }: OperationParams,
): object {
  assertAttached(state, String(customer), String(paymentMethod))
  const { intent, refused } = chargeCard(state, {
    customer: String(customer),
    method: String(paymentMethod),
    amount: Number(amount),
    currency: String(currency),
    description: String(description),
    metadata: metadata ?? {},
  })
  state.emit(refused ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
  if (refused) throw cardError(refused)
  return intent
}

export function createRefund(state: StripeState, params: OperationParams): object {
  const intent = state.get<Stripe.PaymentIntent>('payment_intent', params['payment_intent'])
  const taken = state.get<Stripe.Charge>('charge', intent.latest_charge)
  if (taken.refunded || taken.status !== 'succeeded')
    throw invalidRequest('Charge has already been refunded.', undefined, 'charge_already_refunded')
  Object.assign(taken, { refunded: true, amount_refunded: taken.amount })
  state.emit('charge.refunded', taken)
  return state.make<Stripe.Refund>('Refunds.Refund', 're', {
    payment_intent: intent.id,
    charge: taken.id,
    amount: taken.amount,
    currency: taken.currency,
    status: 'succeeded',
  })
}

/** The search index is one minute behind. */
export const searchByKey = (state: StripeState, query: unknown) => {
  const key = /^metadata\['key'\]:'([^']*)'$/.exec(String(query))?.[1]
  if (key === undefined) throw invalidRequest('The query could not be read', 'query')
  return state.all<Stripe.PaymentIntent>(
    'payment_intent',
    (one) => one.metadata['key'] === key && one.created <= state.now - 60,
  )
}
