import type { CardPurpose } from '#contract/checkout.ts'

/** A card as its provider tells of it. `ref` is what the provider knows it by. */
export type SavedCard = { ref: string; brand: string; last4: string; exp_month: number; exp_year: number }
/** A page of the provider that takes a card and then leads back to `callback`. `token` names this setup, once. */
export type SetupRequest = { workspace_id: string; purpose: CardPurpose; callback: string; token: string }

/** Takes and charges cards. `local` does so on this machine with test cards alone. */
export type Cards = {
  readonly kind: 'local' | 'stripe'
  /** Opens the page where a card is entered; answers its address. */
  startSetup(request: SetupRequest): Promise<string>
}
