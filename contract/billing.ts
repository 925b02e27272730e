import { z } from 'zod'
import { callback, email, optional_text, page_query, text, time } from './common.ts'

/** Cents a month. The specification's texts contradict each other; product.md settles them. */
export const price_book = { base: 9000, included_seats: 5, seat: 300, minimum_seats: 5, annual_discount: 0.1 } as const

export const plan = z.enum(['month', 'year'], 'wrong_format')
export const details = z.object({
  name: z.string(), email: z.string(), address: z.string(), country: z.string(), tax_id: z.string(), customer_balance: z.number().int(),
})
export const details_input = z.strictObject({
  name: text(1, 200), email, address: optional_text(500), country: z.string().regex(/^([A-Z]{2})?$/, 'wrong_format'), tax_id: optional_text(50),
}).partial()
export const subscription = z.object({
  status: z.enum(['none', 'trialing', 'active', 'past_due', 'canceled']),
  interval: plan.nullable(),
  quantity: z.number().int(),
  cancel_at_period_end: z.boolean(),
  current_period_end: time.nullable(),
  trial_ends_at: time.nullable(),
  amount: z.number().int(),
  discounts: z.array(z.object({ code: z.string(), percent: z.number() })),
})
export const line = z.object({ description: z.string(), amount: z.number().int(), quantity: z.number().int(), period_start: time, period_end: time })
export const invoice = z.object({
  id: z.string(), number: z.string().nullable(), label: z.enum(['paid', 'draft', 'upcoming', 'open', 'void']),
  period_start: time, period_end: time, created: time, next_payment_attempt: time.nullable(),
  total: z.number().int(), lines: z.array(line), pdf_url: z.string().nullable(),
})
export const receipt = z.object({ id: z.string(), created: time, amount: z.number().int(), refunded: z.boolean(), last4: z.string(), url: z.string().nullable() })
export const receipts = z.object({ items: z.array(receipt), has_more: z.boolean() })
export const card = z.object({ last4: z.string(), expiry: z.string() }).nullable()
export const subscribe_input = z.strictObject({ callback, plan, promo: z.string().max(60).optional() })
export const change_input = z.strictObject({ plan })
export const cancel_input = z.strictObject({ reason: text(0, 500).default('') })
export const upcoming_query = z.strictObject({ plan: plan.optional() })
export const invoices_query = z.strictObject(page_query)
export const receipts_query = z.strictObject({ limit: page_query.limit, starting_after: page_query.cursor })
export const callback_input = z.strictObject({ callback })
