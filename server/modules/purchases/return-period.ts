import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'

/**
 * Returns whether a purchase is fulfilled and can still be taken back. The value of a gift card is
 * already with its buyer.
 */
export const isReturnable = (
  purchase: Pick<Purchase, 'type' | 'status'> & { status_changed_at: Date },
  at: Date,
): boolean =>
  purchase.type === 'manual' &&
  purchase.status === 'fulfilled' &&
  at.getTime() - purchase.status_changed_at.getTime() < limits.purchase_return_days * dayMs
