import type { Language } from '#contract/schemas/common.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * One gift card to be ordered. `external_id` names the order once and for all: asking again answers
 * the order that is there. `value_cents` is in the smallest unit of `currency`.
 */
export type GiftCardOrder = {
  workspace_id: string
  purchase_id: string
  external_id: string
  product_id: string
  country: string
  currency: string
  value_cents: number
  recipient: { name: string; email: string }
  team: string
  language: Language
  at: Date
}
/** An order as its provider tells of it now. `claim_url` is there as soon as it is delivered. */
export type PlacedOrder = {
  order_ref: string
  reward_ref: string | null
  external_id: string | null
  state: 'delivered' | 'pending' | 'failed'
  delivery: 'none' | 'delivered' | 'failed'
  claim_url: string | null
}

/** An account with Tremendous; `webhookKey` null means that its orders are only asked for. */
export type TremendousSettings = {
  url: string
  key: string
  webhookKey: string | null
  funding: string
}

/** Sells gift cards. `local` makes vouchers of our own; `tremendous` orders real ones. */
export type GiftCardProvider = {
  readonly kind: 'local' | 'tremendous'
  /** Where gift cards can be had, each country with the currency its cards are in. */
  listCountries(): Promise<{ country: string; currency: string }[]>
  /** What can be had in a country; names in `language` where the provider has them. */
  listProducts(country: string, language?: Language): Promise<GiftCardProduct[]>
  /**
   * Orders it, or answers the order that was made before. Throws GiftCardRefused or
   * GiftCardUnavailable.
   */
  placeOrder(order: GiftCardOrder): Promise<PlacedOrder>
  /**
   * The order by our own name for it or by the provider's; null when there is none. Throws
   * GiftCardUnavailable.
   */
  findOrder(ref: {
    workspace_id: string
    purchase_id: string
    order: string
  }): Promise<PlacedOrder | null>
  /** The order that a card of the provider's belongs to; null when it knows none. */
  findOrderByReward(rewardRef: string): Promise<string | null>
  /**
   * Sends a card whose delivery failed to another address. Throws GiftCardRefused or
   * GiftCardUnavailable.
   */
  resendReward(rewardRef: string, email: string): Promise<void>
}

/** Refused for good: the same order would be refused again. Nothing was ordered. */
export class GiftCardRefused extends Error {}
/**
 * Not answered, or not now: the order may have been made. It is asked again under the same name; a
 * person who waits is told `unavailable`.
 */
export class GiftCardUnavailable extends Refusal {
  constructor(why: string) {
    super([{ code: 'unavailable' }])
    this.message = why
  }
}
