import type { Language } from '#contract/schemas/common.ts'
import type { Plan } from '#contract/prices.ts'
import type { Invoice, Receipt } from '#contract/schemas/billing.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'

/**
 * The customer's data for the provider. `language` is used for the provider's mails and documents.
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
/** A customer at the provider. `ref` is the provider's id. */
export type Customer = { workspace_id: string; ref: string }
/**
 * A discount on invoices. Either `percent` or `amount` (cents) is set; `ends_at` null means without
 * end.
 */
export type Discount = {
  code: string
  percent: number | null
  amount: number | null
  ends_at: Date | null
  lifetime: boolean
}
/** A subscription in the provider's current state. Money in cents of USD. */
export type Subscription = {
  ref: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  plan: Plan
  quantity: number
  cancel_at_period_end: boolean
  period_start: Date
  /** End of the current period, or of the trial while trialing. */
  period_end: Date
  ended_at: Date | null
  /** It ended because of an unpaid invoice, not by cancellation. */
  unpaid: boolean
  /** Price of a whole period with the current seats and discounts. */
  amount: number
  discounts: Discount[]
  /**
   * The unpaid invoice. The provider retries at `next_attempt_at`; null means no automatic retry.
   */
  open_invoice: { amount: number; next_attempt_at: Date | null } | null
}
/**
 * Everything that may have changed at the provider. `balance`: cents of credit for the next
 * invoices. `is_deleted`: the customer was deleted at the provider for good.
 */
export type BillingAccount = {
  subscription: Subscription | null
  card: SavedCard | null
  balance: number
  is_deleted: boolean
}

/**
 * An order for a subscription. `seats` are the billed seats, including the minimum. Nothing is
 * charged before `trial_ends_at`.
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
 * Subscriptions and their invoices. The provider is the source of truth; our tables are a copy.
 * Every command states the desired result and is idempotent. `key` identifies the command for
 * providers with idempotency keys. Throws payment_failed, promo_invalid or subscription_final; any
 * other error may be retried.
 */
export type BillingProvider = {
  readonly kind: 'local' | 'stripe'
  /**
   * Creates the customer (`ref` null) or updates it, and returns its ref. A workspace has a single
   * customer.
   */
  upsertCustomer(ref: string | null, payer: Payer): Promise<string>
  /** Fetches everything: the live subscription, or else the last one, with card and balance. */
  fetchAccount(customer: Customer, at: Date): Promise<BillingAccount>
  /**
   * Subscribes with a saved card, without a page. Returns false if the bank requires
   * authentication; the caller then opens a page. An existing live subscription stays unchanged.
   */
  subscribe(
    customer: Customer,
    order: SubscriptionOrder,
    card: { id: string; ref: string },
    at: Date,
    key: string,
  ): Promise<boolean>
  /**
   * Opens the page that takes a card and starts the subscription. `token` identifies it; the
   * returned `ref` is the provider's id. Throws promo_invalid.
   */
  startCheckout(
    customer: Customer,
    order: SubscriptionOrder,
    page: { token: string; callback: string; language: Language },
    at: Date,
  ): Promise<{ url: string; ref: string | null }>
  /**
   * Switches the plan immediately: credits the rest of the old period and charges the difference.
   * Throws payment_failed without any change.
   */
  changePlan(
    customer: Customer,
    to: { plan: Plan; seats: number },
    at: Date,
    key: string,
  ): Promise<void>
  /** Changes the seats immediately. The difference goes on the next invoice. */
  changeSeats(customer: Customer, seats: number, at: Date, key: string): Promise<void>
  /** Cancels at the end of the paid period or trial, or immediately if a payment is overdue. */
  cancel(
    customer: Customer,
    cancellation: { reason: string; comment: string },
    at: Date,
  ): Promise<void>
  /** Resumes a canceled subscription that has not ended. */
  resume(customer: Customer, at: Date): Promise<void>
  /**
   * Makes this the paying card, and retries open invoices with it. A declined payment does not
   * throw.
   */
  setPaymentCard(customer: Customer, card: { id: string; ref: string }, at: Date): Promise<void>
  /**
   * Returns the next invoice: of the live subscription (`order` null), of its plan change, or of a
   * first order. Null if there is none.
   */
  previewInvoice(
    customer: Customer,
    order: SubscriptionOrder | null,
    language: Language,
    at: Date,
  ): Promise<Invoice | null>
  /** Newest first, without the upcoming invoice. */
  listInvoices(
    customer: Customer,
    page: BillingPageRequest,
    at: Date,
  ): Promise<{ items: Invoice[]; next_cursor: string | null }>
  listReceipts(
    customer: Customer,
    page: BillingPageRequest,
    at: Date,
  ): Promise<{ items: Receipt[]; has_more: boolean }>
  /**
   * Runs due renewals, charges and retries, for implementations without a provider. Returns true
   * while more are due.
   */
  processDue?(at: Date): Promise<boolean>
  /** Ends everything immediately, for an erased team. */
  deleteCustomer(customer: Customer, at: Date): Promise<void>
}
