import { GiftCardRefused, type PlacedOrder } from '#server/adapters/giftcards/gift-card-provider.ts'
import { backoffMs } from '#server/platform/background/backoff.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { addOrderEvent, completeOrder } from './complete-order.ts'
import { type GiftOrderRow, updateOrder } from './queries.ts'

/**
 * The transaction of a step. `isWoken`: an event of the provider arrived since the lease began, so
 * that its state is read again at once.
 */
export type StepContext = {
  log: Log
  trx: Trx
  order: GiftOrderRow
  at: Date
  isWoken: boolean
}
/** `continue`: run the next step now. `retry`: later. `done`: finished. */
export type StepResult = 'continue' | 'retry' | 'done'

const giveUpAfterMs = 24 * 3_600_000

export const orderContextOf = ({
  trx,
  order: { workspace_id: workspaceId, purchase_id: purchaseId },
  at,
}: StepContext) => ({ trx, workspaceId, purchaseId, at })

/** Returns whether an order is too old for another attempt. */
export const hasTimedOut = ({ order, at }: StepContext): boolean =>
  at.getTime() - order.created_at.getTime() > giveUpAfterMs

/** Returns when an order that waits is due again. */
const nextAttemptAt = ({ at, isWoken }: StepContext, attempts: number): Date =>
  isWoken ? at : new Date(at.getTime() + backoffMs(attempts))

export async function scheduleRetry(context: StepContext, problem: string): Promise<StepResult> {
  const { trx, order, at, log } = context
  if (problem)
    log.warn(
      { workspace: order.workspace_id, purchase: order.purchase_id, step: order.step, problem },
      'gift card order delayed',
    )
  await updateOrder(trx, order, {
    attempts: order.attempts + 1,
    last_error: problem.slice(0, 200),
    next_at: nextAttemptAt(context, order.attempts),
    updated_at: at,
  })
  return 'retry'
}

/** Moves an order to a step that its worker runs at once, under the same lease. */
export async function moveToStep(
  { trx, order, at }: StepContext,
  step: GiftOrderRow['step'],
  set: Partial<GiftOrderRow> = {},
): Promise<StepResult> {
  await updateOrder(trx, order, { step, attempts: 0, last_error: '', updated_at: at, ...set })
  return 'continue'
}

/** Ends an order: no worker takes it again. */
export async function endOrder(
  context: StepContext,
  step: 'settled' | 'released',
  set: Partial<GiftOrderRow> = {},
): Promise<StepResult> {
  await moveToStep(context, step, { next_at: context.at, ...set })
  return 'done'
}

export async function startRelease(
  context: StepContext,
  reason: 'payment_failed' | 'refused' | 'unavailable' | 'left',
): Promise<StepResult> {
  context.log.warn(
    { workspace: context.order.workspace_id, purchase: context.order.purchase_id, reason },
    'gift card order released',
  )
  return moveToStep(context, 'releasing', { reason })
}

/** Result of a provider call: done, refused permanently, or unknown. */
export type ProviderResult<T> = { done: T } | { refused: string } | { unknown: string }

export async function callProvider<T>(work: () => Promise<T>): Promise<ProviderResult<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof GiftCardRefused) return { refused: error.message }
    if (error instanceof Refusal && error.list[0]?.code === 'payment_failed')
      return { refused: 'payment_failed' }
    return { unknown: (error as Error).message }
  }
}

/**
 * Applies the provider's state of the order: settles it if the card is delivered, otherwise polls
 * again later.
 */
export async function applyProviderState(
  context: StepContext,
  placed: PlacedOrder,
): Promise<StepResult> {
  const { trx, order } = context
  const known = { order_ref: placed.order_ref, reward_ref: placed.reward_ref }
  if (order.step === 'charged') await addOrderEvent(orderContextOf(context), 'ordered')
  if (placed.state === 'failed') {
    await updateOrder(trx, order, known)
    return startRelease(context, 'refused')
  }
  if (placed.state === 'delivered' && placed.claim_url) {
    await completeOrder(orderContextOf(context), placed.claim_url)
    return endOrder(context, 'settled', {
      ...known,
      delivery: placed.delivery === 'failed' ? 'failed' : 'delivered',
    })
  }
  if (order.step === 'ordered') return scheduleRetry(context, '')
  await moveToStep(context, 'ordered', { ...known, next_at: nextAttemptAt(context, 0) })
  return 'retry'
}
