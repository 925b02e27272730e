import type { OutputOf } from '#contract/routes/index.ts'
import type { Invoice } from '#contract/schemas/billing.ts'

export type Subscription = OutputOf<'billing.subscription'>

/** Returns the subscription of a team that pays monthly for 12 seats until April 4. */
export const makeSubscription = (fields: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  interval: 'month',
  quantity: 12,
  cancel_at_period_end: false,
  current_period_end: '2026-04-04T12:00:00.000Z',
  ended_at: null,
  unpaid: false,
  trial_ends_at: '2026-03-04T12:00:00.000Z',
  amount: 6_000,
  discounts: [],
  open_invoice: null,
  lifetime_discount: false,
  manual_payments: false,
  ...fields,
})

/** Returns a team without a subscription, whose trial ends at this time. */
export const makeTrial = (trialEndsAt: Date, fields: Partial<Subscription> = {}): Subscription =>
  makeSubscription({
    status: 'none',
    interval: null,
    current_period_end: null,
    trial_ends_at: trialEndsAt.toISOString(),
    amount: 0,
    ...fields,
  })

/** Returns an invoice of $90.00 with a line for the base price. */
export const makeInvoice = (fields: Partial<Invoice> = {}): Invoice => {
  const { total = 9_000, subtotal = total } = fields
  return {
    id: '01900000-0000-7000-8000-0000000000b1',
    number: 'LRL-0001',
    label: 'paid',
    period_start: '2026-03-04T12:00:00.000Z',
    period_end: '2026-04-04T12:00:00.000Z',
    created: '2026-03-04T12:00:00.000Z',
    next_payment_attempt: null,
    payment_failed: false,
    lines: [
      {
        description: 'Monthly plan',
        amount: subtotal,
        quantity: 1,
        period_start: '2026-03-04T12:00:00.000Z',
        period_end: '2026-04-04T12:00:00.000Z',
      },
    ],
    subtotal,
    discounts: [],
    total,
    balance_applied: 0,
    amount_due: total,
    pdf_url: null,
    ...fields,
  }
}
