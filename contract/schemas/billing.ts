import { z } from 'zod'
import { isCountryCode } from '#contract/countries.ts'
import {
  callbackUrl,
  email,
  namedObject,
  namedStrictObject,
  oneLineText,
  optionalText,
  pageQueryParams,
  text,
  time,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { plans } from '#contract/prices.ts'

export const plan = z.enum(plans, 'wrong_format').meta({ id: 'BillingPlan' })
const cents = z.number().int()
/** `customer_balance`: cents of credit for the next invoices, negative for a debt. */
export const billingDetails = namedObject('BillingDetails', {
  name: z.string(),
  email: z.string(),
  address: z.string(),
  country: z.string(),
  tax_id: z.string(),
  customer_balance: cents,
})
export const billingDetailsInput = z
  .strictObject({
    name: oneLineText(1, 200),
    email,
    address: optionalText(500),
    country: z
      .string('wrong_format')
      .refine((code) => code === '' || isCountryCode(code), 'wrong_format'),
    tax_id: oneLineText(0, 50),
  })
  .partial()
  .meta({ id: 'BillingDetailsInput' })

/**
 * Either `percent` or `amount` (cents) is set. `lifetime` marks the welcome offer. `ends_at` is
 * null for a discount without end.
 */
const discount = namedObject('Discount', {
  code: z.string(),
  percent: z.number().nullable(),
  amount: cents.nullable(),
  ends_at: time.nullable(),
  lifetime: z.boolean(),
})
export const subscriptionStatus = z
  .enum(['none', 'trialing', 'active', 'past_due', 'canceled'])
  .meta({ id: 'SubscriptionStatus' })
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>
/**
 * `none`: the team never subscribed. `quantity`: paid seats, or the seats a new subscription would
 * have. `amount`: cents of a whole period after discounts; the upcoming invoice may differ.
 * `open_invoice`: a failed payment. `unpaid`: the subscription ended because of an unpaid invoice.
 */
export const subscription = namedObject('Subscription', {
  status: subscriptionStatus,
  interval: plan.nullable(),
  quantity: z.number().int(),
  cancel_at_period_end: z.boolean(),
  current_period_end: time.nullable(),
  ended_at: time.nullable(),
  unpaid: z.boolean(),
  trial_ends_at: time,
  amount: cents,
  discounts: z.array(discount),
  open_invoice: z.object({ amount: cents, next_attempt_at: time.nullable() }).nullable(),
  /** The welcome offer granted the lifetime discount. */
  lifetime_discount: z.boolean(),
  manual_payments: z.boolean(),
})
const invoiceLine = namedObject('InvoiceLine', {
  description: z.string(),
  amount: cents,
  quantity: z.number().int(),
  period_start: time,
  period_end: time,
})
/**
 * `created`: past or future issue date. `balance_applied`: cents that the customer balance
 * subtracts (positive) or adds (negative). `amount_due` = total - balance_applied, never negative.
 * `pdf_url`: our own path (requires the session) or an address of the provider.
 */
export const invoice = namedObject('Invoice', {
  id: z.string(),
  number: z.string().nullable(),
  label: z.enum(['paid', 'draft', 'upcoming', 'open', 'void']),
  period_start: time,
  period_end: time,
  created: time,
  next_payment_attempt: time.nullable(),
  payment_failed: z.boolean(),
  lines: z.array(invoiceLine),
  subtotal: cents,
  discounts: z.array(
    namedObject('InvoiceDiscount', { code: z.string(), lifetime: z.boolean(), amount: cents }),
  ),
  total: cents,
  balance_applied: cents,
  amount_due: cents,
  pdf_url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>
const receipt = namedObject('Receipt', {
  id: z.string(),
  created: time,
  amount: cents,
  refunded: z.boolean(),
  brand: z.string(),
  last4: z.string(),
  invoice_number: z.string().nullable(),
  url: z.string().nullable(),
})
export type Receipt = z.infer<typeof receipt>
export const receiptsPage = namedObject('ReceiptsPage', {
  items: z.array(receipt),
  has_more: z.boolean(),
})
export const paymentCard = z
  .object({ brand: z.string(), last4: z.string(), expiry: z.string() })
  .nullable()
  .meta({ id: 'PaymentCard' })

const promo = z
  .string('promo_invalid')
  .trim()
  .regex(/^[\w-]{1,60}$/, 'promo_invalid')
export const subscribeInput = namedStrictObject('SubscribeInput', {
  callback: callbackUrl,
  plan,
  promo: promo.optional(),
})
export const changePlanInput = namedStrictObject('ChangePlanInput', { plan })
export const cancelReason = z.enum(
  [
    'too_expensive',
    'missing_features',
    'switched_service',
    'unused',
    'customer_service',
    'too_complex',
    'low_quality',
    'other',
  ],
  'wrong_format',
)
export type CancelReason = z.infer<typeof cancelReason>
/** `reason` is free text. The web sends a value of `cancelReason`, which Stripe supports too. */
export const cancelSubscriptionInput = namedStrictObject('CancelSubscriptionInput', {
  reason: text(1, limits.comment_chars_max).default('other'),
  comment: optionalText(limits.comment_chars_max).default(''),
})
export const upcomingQueryParams = z.strictObject({
  plan: plan.optional(),
  promo: promo.optional(),
})
export const invoicesQueryParams = z.strictObject(pageQueryParams)
export const receiptsQueryParams = z.strictObject({
  limit: pageQueryParams.limit,
  starting_after: pageQueryParams.cursor,
})
export const callbackInput = namedStrictObject('CallbackInput', { callback: callbackUrl })
/** Parameters of our own PDF documents: invoices and receipts. */
export const documentParams = z.strictObject({ id: z.uuid('not_found').toLowerCase() })
