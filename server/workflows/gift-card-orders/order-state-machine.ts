import type { Selectable } from 'kysely'
import {
  type GiftCardOrder,
  GiftCardRefused,
  type PlacedOrder,
} from '#server/adapters/giftcards/gift-card-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { backoffMs } from '#server/platform/background/poller.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { toLanguage } from '#contract/schemas/common.ts'
import { releaseSpending } from '#server/modules/giftcards/daily-limit.ts'
import { failOrder, completeOrder, addOrderEvent } from './complete-order.ts'

/**
 * State machine of a gift card order: held -> charged -> ordered -> settled, or releasing ->
 * released. Each step calls the provider and then writes the result, in a transaction that locks
 * the order's row. After a crash the row is unchanged, and the next worker repeats the step with
 * the same idempotency keys: charges, refunds and orders happen once.
 */
export type GiftOrderRow = Selectable<Tables['gift_orders']>
type StepContext = { services: Services; trx: Trx; order: GiftOrderRow; at: Date }
/** `continue`: run the next step now. `retry`: later. `done`: finished. */
export type StepResult = 'continue' | 'retry' | 'done'

const giveUpAfterMs = 24 * 3_600_000
const orderKey = (purchaseId: string) => `purchase-${purchaseId}`

async function updateOrder(
  { trx, order, at }: StepContext,
  set: Partial<GiftOrderRow>,
): Promise<void> {
  await trx
    .updateTable('gift_orders')
    .set({ ...set, updated_at: at })
    .where('workspace_id', '=', order.workspace_id)
    .where('purchase_id', '=', order.purchase_id)
    .execute()
}
const orderContextOf = ({
  trx,
  order: { workspace_id: workspaceId, purchase_id: purchaseId },
  at,
}: StepContext) => ({
  trx,
  workspaceId,
  purchaseId,
  at,
})

async function scheduleRetry(context: StepContext, problem: string): Promise<StepResult> {
  const { order, at, services } = context
  if (problem)
    services.log.warn(
      { workspace: order.workspace_id, purchase: order.purchase_id, step: order.step, problem },
      'gift card order delayed',
    )
  await updateOrder(context, {
    attempts: order.attempts + 1,
    last_error: problem.slice(0, 200),
    next_at: new Date(at.getTime() + backoffMs(order.attempts)),
  })
  return 'retry'
}
async function moveToStep(
  context: StepContext,
  step: GiftOrderRow['step'],
  set: Partial<GiftOrderRow> = {},
): Promise<StepResult> {
  await updateOrder(context, { step, attempts: 0, last_error: '', next_at: context.at, ...set })
  return step === 'settled' || step === 'released' ? 'done' : 'continue'
}
async function startRelease(
  context: StepContext,
  reason: 'payment_failed' | 'refused' | 'unavailable' | 'left',
): Promise<StepResult> {
  context.services.log.warn(
    { workspace: context.order.workspace_id, purchase: context.order.purchase_id, reason },
    'gift card order released',
  )
  return moveToStep(context, 'releasing', { reason })
}
const hasTimedOut = ({ order, at }: StepContext) =>
  at.getTime() - order.created_at.getTime() > giveUpAfterMs

/** Result of a provider call: done, refused permanently, or unknown. */
type ProviderResult<T> = { done: T } | { refused: string } | { unknown: string }
async function callProvider<T>(work: () => Promise<T>): Promise<ProviderResult<T>> {
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
 * held: charges the company's card, if there is one. A buyer without an active account gets no gift
 * card.
 */
async function chargeCard(context: StepContext): Promise<StepResult> {
  const {
    services: { cards },
    trx,
    order,
    at,
  } = context
  const { workspace_id: workspaceId, purchase_id: purchaseId, card_id: cardId } = order
  const buyer = await trx
    .selectFrom('users')
    .innerJoin('purchases', (join) =>
      join
        .onRef('purchases.workspace_id', '=', 'users.workspace_id')
        .onRef('purchases.created_by', '=', 'users.id'),
    )
    .where('purchases.workspace_id', '=', workspaceId)
    .where('purchases.id', '=', purchaseId)
    .where('users.state', '=', 'accepted')
    .select('users.id')
    .executeTakeFirst()
  if (!buyer) return startRelease(context, 'left')
  if (cardId === null) return moveToStep(context, 'charged')
  const card = await trx
    .selectFrom('cards')
    .select(['id', 'provider', 'provider_ref'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  // The server has switched to another payment provider, which cannot charge this card.
  if (card.provider !== cards.kind) return startRelease(context, 'payment_failed')
  const customer = await trx
    .selectFrom('billing_customers')
    .select('ref')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  const result = await callProvider(() =>
    cards.charge({
      workspace_id: workspaceId,
      customer: customer?.ref ?? '',
      key: orderKey(purchaseId),
      card: { id: card.id, ref: card.provider_ref },
      amount_cents: order.charge_cents,
      currency: order.currency,
      description: purchaseId,
      at,
    }),
  )
  if ('refused' in result) return startRelease(context, 'payment_failed')
  if ('unknown' in result)
    return hasTimedOut(context)
      ? startRelease(context, 'unavailable')
      : scheduleRetry(context, result.unknown)
  await addOrderEvent(orderContextOf(context), 'charged', order.charge_cents)
  return moveToStep(context, 'charged', { charge_ref: result.done })
}

async function buildProviderOrder({ trx, order, at }: StepContext): Promise<GiftCardOrder> {
  const {
    workspace_id: workspaceId,
    purchase_id: purchaseId,
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
  } = order
  const found = await trx
    .selectFrom('purchases')
    .innerJoin('workspaces', 'workspaces.id', 'purchases.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'purchases.workspace_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'purchases.workspace_id')
        .onRef('users.id', '=', 'purchases.created_by'),
    )
    .where('purchases.workspace_id', '=', workspaceId)
    .where('purchases.id', '=', purchaseId)
    .select(['workspaces.name', 'settings.language as team_language', 'users.language'])
    .executeTakeFirstOrThrow()
  return {
    workspace_id: workspaceId,
    purchase_id: purchaseId,
    external_id: orderKey(purchaseId),
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
    at,
    recipient: { name: order.recipient_name, email: order.recipient_email },
    team: found.name,
    language: toLanguage(found.language ?? found.team_language),
  }
}

/**
 * Applies the provider's state of the order: settles it if the card is delivered, otherwise polls
 * again later.
 */
async function applyProviderState(context: StepContext, placed: PlacedOrder): Promise<StepResult> {
  const { order } = context
  const known = { order_ref: placed.order_ref, reward_ref: placed.reward_ref }
  if (order.step === 'charged') await addOrderEvent(orderContextOf(context), 'ordered')
  if (placed.state === 'failed') {
    await updateOrder(context, known)
    return startRelease(context, 'refused')
  }
  if (placed.state === 'delivered' && placed.claim_url) {
    await completeOrder(orderContextOf(context), placed.claim_url)
    return moveToStep(context, 'settled', {
      ...known,
      delivery: placed.delivery === 'failed' ? 'failed' : 'delivered',
    })
  }
  if (order.step === 'ordered') return scheduleRetry(context, '')
  await moveToStep(context, 'ordered', {
    ...known,
    next_at: new Date(context.at.getTime() + backoffMs(0)),
  })
  return 'retry'
}

/**
 * charged: orders the card. After a day it gives up, once the provider confirms that the order does
 * not exist.
 */
async function placeOrder(context: StepContext): Promise<StepResult> {
  const {
    services: { giftCards },
    order,
  } = context
  if (!giftCards) return scheduleRetry(context, 'gift cards are off')
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  const isLate = hasTimedOut(context)
  if (!isLate) {
    const request = await buildProviderOrder(context)
    const result = await callProvider(() => giftCards.placeOrder(request))
    if ('done' in result) return applyProviderState(context, result.done)
    if ('unknown' in result) return scheduleRetry(context, result.unknown)
    if (order.attempts === 0) return startRelease(context, 'refused')
  }
  // An earlier attempt without a response may have created the order.
  const found = await callProvider(() =>
    giftCards.findOrder({
      workspace_id: workspaceId,
      purchase_id: purchaseId,
      order: orderKey(purchaseId),
    }),
  )
  if ('done' in found)
    return found.done
      ? applyProviderState(context, found.done)
      : startRelease(context, isLate ? 'unavailable' : 'refused')
  return scheduleRetry(context, 'unknown' in found ? found.unknown : found.refused)
}

/** ordered: polls the order. The provider's webhooks trigger an earlier poll. */
async function pollOrder(context: StepContext): Promise<StepResult> {
  const {
    services: { giftCards },
    order,
  } = context
  if (!giftCards || order.order_ref === null) return scheduleRetry(context, 'gift cards are off')
  const { workspace_id: workspaceId, purchase_id: purchaseId, order_ref: orderRef } = order
  const result = await callProvider(() =>
    giftCards.findOrder({ workspace_id: workspaceId, purchase_id: purchaseId, order: orderRef }),
  )
  if ('done' in result && result.done) return applyProviderState(context, result.done)
  return scheduleRetry(context, 'unknown' in result ? result.unknown : 'the order does not exist')
}

/** releasing: refunds the card first, then the points. */
async function refundOrder(context: StepContext): Promise<StepResult> {
  const {
    services: { cards },
    order,
  } = context
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  if (order.card_id !== null) {
    const result = await callProvider(() =>
      cards.refund({ workspace_id: workspaceId, key: orderKey(purchaseId) }),
    )
    if (!('done' in result))
      return scheduleRetry(context, 'unknown' in result ? result.unknown : result.refused)
    if (result.done) await addOrderEvent(orderContextOf(context), 'refunded', order.charge_cents)
  }
  await failOrder(orderContextOf(context), order.reason)
  await releaseSpending(context.trx, order)
  return moveToStep(context, 'released')
}

export const stepHandlers: Partial<
  Record<GiftOrderRow['step'], (context: StepContext) => Promise<StepResult>>
> = {
  held: chargeCard,
  charged: placeOrder,
  ordered: pollOrder,
  releasing: refundOrder,
}
