import { z } from 'zod'
import { callbackUrl, email, oneLineText, optionalText, pageQuery, text, time } from './common.ts'
import { limits } from '#contract/limits.ts'

export const plan = z.enum(['month', 'year'], 'wrong_format')
export type Plan = z.infer<typeof plan>
const cents = z.number().int()
/**
 * `customer_balance`: cents that the next invoices are lowered by; negative, where they are raised.
 */
export const billingDetails = z.object({
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
    country: z.string().regex(/^([A-Z]{2})?$/, 'wrong_format'),
    tax_id: oneLineText(0, 50),
  })
  .partial()

/**
 * Either `percent` or `amount` (cents). `lifetime` is the welcome offer; `ends_at` null is for
 * good.
 */
export const discount = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amount: cents.nullable(),
  ends_at: time.nullable(),
  lifetime: z.boolean(),
})
export const subscriptionStatus = z.enum(['none', 'trialing', 'active', 'past_due', 'canceled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>
/**
 * The subscription. `none`: there never was one. `quantity`: seats paid for (those that would be,
 * where nothing runs). `amount`: cents of a whole period after discounts; what comes next stands on
 * the upcoming invoice. `open_invoice`: a payment that failed. `unpaid`: it ended because nobody
 * paid.
 */
export const subscription = z.object({
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
  /** The lifetime discount was earned by the welcome offer. */
  lifetime_discount: z.boolean(),
  manual_payments: z.boolean(),
})
export const invoiceLine = z.object({
  description: z.string(),
  amount: cents,
  quantity: z.number().int(),
  period_start: time,
  period_end: time,
})
/**
 * An invoice. `created`: when it is or will be made out. `balance_applied`: what the customer
 * balance took off (positive) or put on. `amount_due` = total - balance_applied, never negative.
 * `pdf_url`: a path of ours (with the session) or an address of the provider.
 */
export const invoice = z.object({
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
  discounts: z.array(z.object({ code: z.string(), lifetime: z.boolean(), amount: cents })),
  total: cents,
  balance_applied: cents,
  amount_due: cents,
  pdf_url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>
export const receipt = z.object({
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
export const receiptsPage = z.object({ items: z.array(receipt), has_more: z.boolean() })
export const paymentCard = z
  .object({ brand: z.string(), last4: z.string(), expiry: z.string() })
  .nullable()

const promo = z
  .string('promo_invalid')
  .trim()
  .regex(/^[\w-]{1,60}$/, 'promo_invalid')
export const subscribeInput = z.strictObject({
  callback: callbackUrl,
  plan,
  promo: promo.optional(),
})
export const changePlanInput = z.strictObject({ plan })
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
/** `reason`: any text; the web sends one of `cancel_reason`, which Stripe knows too. */
export const cancelSubscriptionInput = z.strictObject({
  reason: text(1, limits.comment_chars_max).default('other'),
  comment: optionalText(limits.comment_chars_max).default(''),
})
export const upcomingQuery = z.strictObject({ plan: plan.optional(), promo: promo.optional() })
export const invoicesQuery = z.strictObject(pageQuery)
export const receiptsQuery = z.strictObject({
  limit: pageQuery.limit,
  starting_after: pageQuery.cursor,
})
export const callbackInput = z.strictObject({ callback: callbackUrl })
/** A document of our own: an invoice or a receipt. */
export const documentParams = z.strictObject({ id: z.uuid('not_found').toLowerCase() })
