import type { Language } from '#contract/schemas/common.ts'
import type { Invoice, Plan, Receipt } from '#contract/schemas/billing.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'

/**
 * Who pays, as the provider shall know them. `locale` is the language of what the provider writes
 * to them.
 */
export type Payer = {
  workspace_id: string
  name: string
  email: string
  address: string
  country: string
  tax_id: string
  language: Language
}
/** A payer that the provider knows: `ref` is its name there. */
export type Customer = { workspace_id: string; ref: string }
/** What lowers invoices. Either `percent` or `amount` (cents); `ends_at` null is for good. */
export type Discount = {
  code: string
  percent: number | null
  amount: number | null
  ends_at: Date | null
  lifetime: boolean
}
/** A subscription as the provider has it now. Money in cents of USD. */
export type Subscription = {
  ref: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  plan: Plan
  quantity: number
  cancel_at_period_end: boolean
  period_start: Date
  /** The end of the period that runs; of the trial, while it is trialing. */
  period_end: Date
  ended_at: Date | null
  /** It ended because nobody paid, not because somebody canceled it. */
  unpaid: boolean
  /** What a whole period costs with these seats and the discounts of now. */
  amount: number
  discounts: Discount[]
  /**
   * The invoice that could not be paid; the provider tries again at `next_attempt_at` (null: not by
   * itself).
   */
  open_invoice: { amount: number; next_attempt_at: Date | null } | null
}
/**
 * Everything that may have changed at the provider. `balance`: cents that the next invoices are
 * lowered by.
 */
export type BillingAccount = {
  subscription: Subscription | null
  card: SavedCard | null
  balance: number
}

/**
 * What somebody wants to subscribe to. `seats` is what is paid for, the minimum included.
 * `trial_ends_at`: nothing is charged before.
 */
export type SubscriptionOrder = {
  plan: Plan
  seats: number
  trial_ends_at: Date | null
  lifetime: boolean
  promo: string | null
}
export type BillingPageRequest = { after: string | null; limit: number; language: Language }

/**
 * Subscriptions and their invoices; the provider is the truth, our tables are a copy of it. Every
 * act says how things shall be, so that doing it twice does it once; `key` names the act, for a
 * provider that wants it named. Errors: payment_failed, promo_invalid, subscription_final; any
 * other error may be tried again.
 */
export type BillingProvider = {
  readonly kind: 'local' | 'stripe'
  /**
   * Makes the payer known (`ref` null), or tells what has changed about them. Answers the ref; one
   * for each workspace.
   */
  upsertCustomer(ref: string | null, payer: Payer): Promise<string>
  /** Everything anew: the subscription that lives, else the last one. */
  fetchAccount(customer: Customer, at: Date): Promise<BillingAccount>
  /**
   * Subscribes on a saved card, without a page. Answers false where the bank wants to see the
   * payer: open a page then. A subscription that lives already stays as it is.
   */
  subscribe(
    customer: Customer,
    order: SubscriptionOrder,
    card: { id: string; ref: string },
    at: Date,
    key: string,
  ): Promise<boolean>
  /**
   * Opens the page where a card is entered and the subscription begins. `token` names it, once;
   * `ref` is its name with the provider. Refuses with promo_invalid.
   */
  startCheckout(
    customer: Customer,
    order: SubscriptionOrder,
    page: { token: string; callback: string; language: Language },
    at: Date,
  ): Promise<{ url: string; ref: string | null }>
  /**
   * The other plan from now on; what is left of the old one is credited and the difference charged
   * at once, or nothing changes (payment_failed).
   */
  changePlan(
    customer: Customer,
    to: { plan: Plan; seats: number },
    at: Date,
    key: string,
  ): Promise<void>
  /** Other seats from now on; the difference stands on the next invoice. */
  changeSeats(customer: Customer, seats: number, at: Date, key: string): Promise<void>
  /** Stops at the end of what is paid for (of the trial); at once, where a payment is overdue. */
  cancel(customer: Customer, why: { reason: string; comment: string }, at: Date): Promise<void>
  /** Goes on after all, while it has not ended. */
  resume(customer: Customer, at: Date): Promise<void>
  /**
   * From now on this card pays, and what is open is tried with it. Never refuses because a bank
   * does.
   */
  setPaymentCard(customer: Customer, card: { id: string; ref: string }, at: Date): Promise<void>
  /**
   * The invoice that comes next: of the subscription that runs (`order` null; null where nothing
   * comes any more), of its change to another plan, or of a first order.
   */
  previewInvoice(
    customer: Customer,
    order: SubscriptionOrder | null,
    language: Language,
    at: Date,
  ): Promise<Invoice | null>
  /** Newest first; without the upcoming one. */
  listInvoices(
    customer: Customer,
    ask: BillingPageRequest,
    at: Date,
  ): Promise<{ items: Invoice[]; next_cursor: string | null }>
  listReceipts(
    customer: Customer,
    ask: BillingPageRequest,
    at: Date,
  ): Promise<{ items: Receipt[]; has_more: boolean }>
  /**
   * What happens by itself as time goes on, where no provider does it: renewals, charges, retries.
   * Answers true while there is more.
   */
  processDue?(at: Date): Promise<boolean>
  /** Ends everything at once, for a team that is erased. */
  deleteCustomer(customer: Customer, at: Date): Promise<void>
}
