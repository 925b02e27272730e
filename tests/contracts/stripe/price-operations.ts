import type { Stripe } from 'stripe'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { type OperationParams } from './operation-params.ts'

export function makePrice(state: StripeState, params: OperationParams): object {
  const {
    lookup_key: lookupKey,
    transfer_lookup_key: transferLookupKey,
    tiers,
    recurring,
    product,
    currency,
    nickname,
    metadata = {},
  } = params as OperationParams & {
    tiers: { up_to: number | 'inf' }[]
    recurring: { interval: 'month' | 'year' }
  }
  state.get<Stripe.Product>('product', product)
  const before = state.all<Stripe.Price>('price').find((one) => one.lookup_key === lookupKey)
  if (before && !transferLookupKey)
    throw invalidRequest(`A price already uses that lookup key`, 'lookup_key')
  if (before) before.lookup_key = null
  const blank = {
    flat_amount: null,
    flat_amount_decimal: null,
    unit_amount: null,
    unit_amount_decimal: null,
  }
  return state.make<Stripe.Price>('Prices.Price', 'price', {
    active: true,
    currency: String(currency),
    product: String(product),
    lookup_key: String(lookupKey),
    nickname: String(nickname),
    metadata,
    billing_scheme: 'tiered',
    tiers_mode: 'graduated',
    type: 'recurring',
    recurring: {
      interval: recurring.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    } as Stripe.Price.Recurring,
    tiers: tiers.map((tier) => ({
      ...blank,
      ...tier,
      up_to: tier.up_to === 'inf' ? null : tier.up_to,
    })),
  })
}
