import type { Language } from '#contract/schemas/common.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * An order for a gift card. `external_id` identifies it: repeating the order returns the existing
 * one. `value_cents` is in the smallest unit of `currency`.
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
/** An order in the provider's current state. `claim_url` is set once it is delivered. */
export type PlacedOrder = {
  order_ref: string
  reward_ref: string | null
  external_id: string | null
  state: 'delivered' | 'pending' | 'failed'
  delivery: 'none' | 'delivered' | 'failed'
  claim_url: string | null
}

/** Settings of a Tremendous account. `webhookKey` null means that orders are only polled. */
export type TremendousSettings = {
  url: string
  key: string
  webhookKey: string | null
  funding: string
}

/** Sells gift cards. `local` issues our own vouchers; `tremendous` orders real cards. */
export type GiftCardProvider = {
  readonly kind: 'local' | 'tremendous'
  /** Returns the countries with gift cards, each with its currency. */
  listCountries(): Promise<{ country: string; currency: string }[]>
  /** Returns the products of a country. Names are in `language` if the provider translates them. */
  listProducts(country: string, language?: Language): Promise<GiftCardProduct[]>
  /**
   * Places an order, or returns the existing one. Throws GiftCardRefused or GiftCardUnavailable.
   */
  placeOrder(order: GiftCardOrder): Promise<PlacedOrder>
  /** Returns an order by our id or the provider's, or null. Throws GiftCardUnavailable. */
  findOrder(ref: {
    workspace_id: string
    purchase_id: string
    order: string
  }): Promise<PlacedOrder | null>
  /** Returns the order id of a provider's card, or null if it is unknown. */
  findOrderByReward(rewardRef: string): Promise<string | null>
  /**
   * Sends a card with a failed delivery to another address. Throws GiftCardRefused or
   * GiftCardUnavailable.
   */
  resendReward(rewardRef: string, email: string): Promise<void>
}

/** A permanent error: repeating the order would fail again. Nothing was ordered. */
export class GiftCardRefused extends Error {}
/**
 * A temporary error: the order may exist. A retry uses the same external id. API responses show
 * `unavailable`.
 */
export class GiftCardUnavailable extends Refusal {
  constructor(reason: string) {
    super([{ code: 'unavailable' }])
    this.message = reason
  }
}
