import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Language } from '#contract/schemas/common.ts'

/** A card as its provider tells of it. `ref` is what the provider knows it by. */
export type SavedCard = {
  ref: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}
/**
 * A page of the provider that takes a card of its `customer` and then leads back to `callback`.
 * `token` names this setup, once.
 */
export type SetupRequest = {
  workspace_id: string
  customer: string
  purpose: CardPurpose
  callback: string
  token: string
  language: Language
}
/**
 * `key` names the charge once and for all. `amount_cents` is in the smallest unit of `currency`.
 */
export type ChargeRequest = {
  workspace_id: string
  customer: string
  key: string
  card: { id: string; ref: string }
  amount_cents: number
  currency: string
  description: string
  at: Date
}

/** Takes and charges cards. `local` does so on this machine with test cards alone. */
export type CardProvider = {
  readonly kind: 'local' | 'stripe'
  /**
   * Opens the page where a card is entered; answers its address, and its name with the provider.
   */
  startSetup(request: SetupRequest): Promise<{ url: string; ref: string | null }>
  /**
   * The card that was entered on a page of the provider, by the page's name; null while nobody has.
   * Where there is such a page.
   */
  findSetupCard?(ref: string): Promise<SavedCard | null>
  /**
   * Charges a card once for each key; answers the charge. Refuses with payment_failed; any other
   * error may be tried again.
   */
  charge(request: ChargeRequest): Promise<string>
  /** Gives back whatever was charged under the key, once; true when there was something. */
  refund(request: { workspace_id: string; key: string }): Promise<boolean>
}
