import type { Stripe } from 'stripe'
import { getStripeSchema } from './schema-validator.ts'
import { type InvoiceLine, type StripeState } from './stripe-state.ts'

export const hourS = 3_600

export const subscriptionItemOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0] as Stripe.SubscriptionItem

export const idOf = (one: string | { id: string } | null | undefined) =>
  typeof one === 'string' ? one : (one?.id ?? '')

export const endOfPeriod = (anchor: number, interval: string, count: number): number => {
  const from = new Date(anchor * 1_000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return to.getTime() / 1_000
}

/** Returns one line per price tier for this many seats. */
function tierAmounts(
  price: Stripe.Price,
  quantity: number,
): { quantity: number; amount: number }[] {
  let below = 0
  return (price.tiers ?? []).flatMap((tier) => {
    const top = tier.up_to ?? Infinity
    const within = Math.max(0, Math.min(quantity, top) - below)
    const first = below === 0
    below = top
    return within > 0 || first
      ? [{ quantity: within, amount: within * (tier.unit_amount ?? 0) + (tier.flat_amount ?? 0) }]
      : []
  })
}

export const grossAmount = (price: Stripe.Price, quantity: number) =>
  tierAmounts(price, quantity).reduce((sum, one) => sum + one.amount, 0)

export function makeLine(
  state: StripeState,
  fields: {
    amount: number
    quantity: number
    description: string
    start: number
    end: number
    subscription?: string
    item?: string
    proration: boolean
  },
): InvoiceLine {
  const {
    amount,
    quantity,
    description,
    start,
    end,
    subscription = null,
    item = '',
    proration,
  } = fields
  return getStripeSchema().minimalObject<InvoiceLine>('InvoiceLineItems.InvoiceLineItem', {
    id: state.id('il'),
    amount,
    subtotal: amount,
    currency: 'usd',
    description,
    quantity,
    discountable: !proration,
    period: { start, end },
    subscription,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: null,
        subscription,
        subscription_item: item,
      },
    },
  })
}

export function periodLines(
  state: StripeState,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
  of: { subscription?: string; item?: string },
): InvoiceLine[] {
  return tierAmounts(price, quantity).map((tier, at) =>
    makeLine(state, {
      ...tier,
      description: `${tier.quantity} × Laurel (Tier ${at + 1})`,
      start,
      end,
      ...of,
      proration: false,
    }),
  )
}

export const discountsAt = (state: StripeState, ids: (string | { id: string })[], at: number) =>
  ids
    .map((id) => state.get<Stripe.Discount>('discount', idOf(id)))
    .filter((one) => one.end === null || one.end > at)

/** Returns the amounts of the discounts, applied in sequence. */
export function discountAmounts(
  state: StripeState,
  gross: number,
  discounts: Stripe.Discount[],
): { amount: number; discount: string }[] {
  let rest = gross
  return discounts.map((discount) => {
    const coupon = state.get<Stripe.Coupon>('coupon', discount.source.coupon)
    const amount = Math.min(
      rest,
      coupon.percent_off === null
        ? (coupon.amount_off ?? 0)
        : Math.round((rest * coupon.percent_off) / 100),
    )
    rest -= amount
    return { amount, discount: discount.id }
  })
}

export const netAmount = (state: StripeState, gross: number, discounts: Stripe.Discount[]) =>
  gross - discountAmounts(state, gross, discounts).reduce((sum, one) => sum + one.amount, 0)
