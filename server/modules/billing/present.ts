import { computePrice } from '#contract/prices.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import type { SubscriptionRow } from './subscription-queries.ts'

type SubscriptionOutput = OutputOf<'billing.subscription'>

/**
 * Returns our copy of the subscription in the API's shape. Without one, the amount is the monthly
 * price.
 */
export function presentSubscription(
  row: SubscriptionRow | undefined,
  team: { trial_ends_at: Date; discount_claimed_at: Date | null; manual_payments: boolean },
  seats: number,
): SubscriptionOutput {
  const common = {
    trial_ends_at: team.trial_ends_at.toISOString(),
    lifetime_discount: team.discount_claimed_at !== null,
    manual_payments: team.manual_payments,
  }
  if (!row) {
    return {
      status: 'none',
      interval: null,
      quantity: seats,
      cancel_at_period_end: false,
      current_period_end: null,
      ended_at: null,
      unpaid: false,
      amount: computePrice('month', seats),
      discounts: [],
      open_invoice: null,
      ...common,
    }
  }
  return {
    status: row.status,
    interval: row.plan,
    quantity: row.status === 'canceled' ? seats : row.quantity,
    cancel_at_period_end: row.cancel_at_period_end,
    current_period_end: row.period_end.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    unpaid: row.unpaid,
    amount: row.amount_cents,
    discounts: row.discounts as SubscriptionOutput['discounts'],
    open_invoice: row.open_invoice as SubscriptionOutput['open_invoice'],
    ...common,
  }
}

/** Returns the subscription status for banners outside the billing pages. */
export function presentSubscriptionStatus(
  row: SubscriptionRow | undefined,
  trialEndsAt: Date,
): NonNullable<AppConfig['subscription']> {
  return {
    status: row?.status ?? 'none',
    trial_ends_at: trialEndsAt.toISOString(),
    current_period_end: row?.period_end.toISOString() ?? null,
    cancel_at_period_end: row?.cancel_at_period_end ?? false,
    unpaid: row?.unpaid ?? false,
  }
}
