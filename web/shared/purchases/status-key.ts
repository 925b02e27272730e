import type { Purchase } from '#contract/schemas/rewards.ts'

type PurchaseState = Pick<Purchase, 'status' | 'stage' | 'canceled_at' | 'returned_at'>

/** Returns the text key of the status: a canceled or returned purchase is no declined one. */
export function statusKeyOf({ status, stage, canceled_at, returned_at }: PurchaseState) {
  if (canceled_at) return 'status.canceled'
  if (returned_at) return 'status.returned'
  return stage === 'ordered' ? 'status.ordered' : (`status.${status}` as const)
}
