import type { Stripe } from 'stripe'
import { endOfPeriod, idOf } from './invoice-lines.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'

export type DiscountParams = { coupon?: string; promotion_code?: string; discount?: string }

/**
 * Returns the discounts of a subscription as requested: existing ones by id, others start now.
 * Counts uses of codes only if `used`.
 */
export function discountsFor(
  state: StripeState,
  params: DiscountParams[],
  of: { customer: string; subscription: string | null; start: number },
  used: boolean,
): Stripe.Discount[] {
  return params.map((ask, at) => {
    if (ask.discount !== undefined) return state.get<Stripe.Discount>('discount', ask.discount)
    const code =
      ask.promotion_code === undefined
        ? undefined
        : state.find<Stripe.PromotionCode>('promotion_code', ask.promotion_code)
    const coupon = state.find<Stripe.Coupon>(
      'coupon',
      code ? idOf(code.promotion.coupon) : ask.coupon,
    )
    const discountEnd =
      code &&
      (!code.active ||
        (code.expires_at !== null && code.expires_at <= state.now) ||
        (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions))
    if (!coupon || discountEnd)
      throw invalidRequest(
        'This promotion code cannot be used',
        `discounts[${at}][${code ? 'promotion_code' : 'coupon'}]`,
        'resource_missing',
      )
    if (code && used) code.times_redeemed += 1
    return state.make<Stripe.Discount>('Discounts.Discount', 'di', {
      customer: of.customer,
      subscription: of.subscription,
      promotion_code: code?.id ?? null,
      start: of.start,
      source: { type: 'coupon', coupon: coupon.id },
      end:
        coupon.duration === 'repeating'
          ? endOfPeriod(of.start, 'month', coupon.duration_in_months ?? 1)
          : null,
    })
  })
}
