import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Language } from '#contract/schemas/common.ts'

/** A card of a provider. `ref` is the provider's id. */
export type SavedCard = {
  ref: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}
/**
 * A request for a provider's page that saves a card of `customer` and then returns to `callback`.
 * `token` identifies this setup.
 */
export type SetupRequest = {
  workspace_id: string
  customer: string
  purpose: CardPurpose
  callback: string
  token: string
  language: Language
}
/** `key` identifies the charge. `amount_cents` is in the smallest unit of `currency`. */
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

/** Saves and charges cards. `local` simulates this with test cards. */
export type CardProvider = {
  readonly kind: 'local' | 'stripe'
  /** Opens the page that takes a card. Returns its address and the provider's id. */
  startSetup(request: SetupRequest): Promise<{ url: string; ref: string | null }>
  /**
   * Returns the card entered on a provider's page, or null while there is none. Only for providers
   * with their own page.
   */
  findSetupCard?(ref: string): Promise<SavedCard | null>
  /**
   * Charges a card once per key and returns the charge id. Throws payment_failed; any other error
   * may be retried.
   */
  charge(request: ChargeRequest): Promise<string>
  /** Refunds the charge of the key, once. Returns whether there was a charge. */
  refund(request: { workspace_id: string; key: string }): Promise<boolean>
}
