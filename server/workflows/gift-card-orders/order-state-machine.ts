import type { GiftCardOrder, PlacedOrder } from '#server/adapters/giftcards/gift-card-provider.ts'
import { findContactAddress } from '#server/modules/personal-addresses/address.ts'
import { findCustomerRef } from '#server/modules/billing/queries.ts'
import type { Services } from '#server/platform/services.ts'
import { toLanguage } from '#contract/schemas/common.ts'
import { releaseSpending } from '#server/modules/giftcards/daily-limit.ts'
import { failOrder, addOrderEvent } from './complete-order.ts'
import {
  applyProviderState,
  callProvider,
  hasTimedOut,
  moveToStep,
  endOrder,
  orderContextOf,
  type ProviderResult,
  scheduleRetry,
  startRelease,
  type StepContext,
  type StepResult,
} from './order-steps.ts'
import { findOrderCard, findOrderTexts, type GiftOrderRow, isBuyerActive } from './queries.ts'

/**
 * State machine of a gift card order: held -> charged -> ordered -> settled, or releasing ->
 * released. A step plans in a first transaction, under a lease on the order's row. It calls the
 * provider outside any transaction and records the outcome in a second transaction. After a crash
 * in between the row is unchanged, and the next worker repeats the step with the same idempotency
 * keys: charges, refunds and orders happen once (decision 041).
 */
export type ProviderCall = () => Promise<RecordOutcome>
type RecordOutcome = (context: StepContext) => Promise<StepResult>
type PlanContext = StepContext & { services: Services }

const orderKey = (purchaseId: string) => `purchase-${purchaseId}`
const keyOf = ({ workspace_id: workspaceId, purchase_id: purchaseId }: GiftOrderRow) => ({
  workspaceId,
  purchaseId,
})

/**
 * held: charges the company's card, if there is one. A buyer who leaves before the charge gets no
 * gift card.
 */
async function planCharge(context: PlanContext): Promise<StepResult | ProviderCall> {
  const {
    services: { cards },
    trx,
    order,
    at,
  } = context
  const { workspace_id: workspaceId, purchase_id: purchaseId, card_id: cardId } = order
  if (!(await isBuyerActive(trx, keyOf(order)))) return startRelease(context, 'left')
  if (cardId === null) return moveToStep(context, 'charged')
  const card = await findOrderCard(trx, workspaceId, cardId)
  // The server has switched to another payment provider, which cannot charge this card.
  if (card.provider !== cards.kind) return startRelease(context, 'payment_failed')
  const charge = {
    workspace_id: workspaceId,
    customer: (await findCustomerRef(trx, workspaceId)) ?? '',
    key: orderKey(purchaseId),
    card: { id: card.id, ref: card.provider_ref },
    amount_cents: order.charge_cents,
    currency: order.currency,
    description: purchaseId,
    at,
  }
  return async () => {
    const result = await callProvider(() => cards.charge(charge))
    return (later) => recordCharge(later, result)
  }
}

async function recordCharge(
  context: StepContext,
  result: ProviderResult<string>,
): Promise<StepResult> {
  if ('refused' in result) return startRelease(context, 'payment_failed')
  if ('unknown' in result)
    return hasTimedOut(context)
      ? startRelease(context, 'unavailable')
      : scheduleRetry(context, result.unknown)
  await addOrderEvent(orderContextOf(context), 'charged', context.order.charge_cents)
  return moveToStep(context, 'charged', { charge_ref: result.done })
}

async function buildProviderOrder({
  services: { config },
  trx,
  order,
  at,
}: PlanContext): Promise<GiftCardOrder> {
  const {
    workspace_id: workspaceId,
    purchase_id: purchaseId,
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
  } = order
  const texts = await findOrderTexts(trx, keyOf(order))
  // A leaver's order stores no address.
  const email =
    order.recipient_email || (await findContactAddress(trx, config, workspaceId, texts.buyer_id))
  return {
    workspace_id: workspaceId,
    purchase_id: purchaseId,
    external_id: orderKey(purchaseId),
    product_id: productId,
    country,
    currency,
    value_cents: valueCents,
    at,
    recipient: { name: order.recipient_name, email },
    team: texts.name,
    language: toLanguage(texts.language ?? texts.team_language),
  }
}

/**
 * charged: orders the card. After a day it gives up, once the provider confirms that the order does
 * not exist.
 */
async function planOrder(context: PlanContext): Promise<StepResult | ProviderCall> {
  const {
    services: { giftCards },
    order,
  } = context
  if (!giftCards) return scheduleRetry(context, 'gift cards are off')
  const isLate = hasTimedOut(context)
  const request = isLate ? null : await buildProviderOrder(context)
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  return async () => {
    if (request) {
      const result = await callProvider(() => giftCards.placeOrder(request))
      if ('done' in result) return (later) => applyProviderState(later, result.done)
      if ('unknown' in result) return (later) => scheduleRetry(later, result.unknown)
      if (order.attempts === 0) return (later) => startRelease(later, 'refused')
    }
    // An earlier attempt without a response may have created the order.
    const found = await callProvider(() =>
      giftCards.findOrder({
        workspace_id: workspaceId,
        purchase_id: purchaseId,
        order: orderKey(purchaseId),
      }),
    )
    return (later) => recordSearch(later, found, isLate)
  }
}

function recordSearch(
  context: StepContext,
  found: ProviderResult<PlacedOrder | null>,
  isLate: boolean,
): Promise<StepResult> {
  if (!('done' in found))
    return scheduleRetry(context, 'unknown' in found ? found.unknown : found.refused)
  return found.done
    ? applyProviderState(context, found.done)
    : startRelease(context, isLate ? 'unavailable' : 'refused')
}

/** ordered: polls the order. The provider's webhooks trigger an earlier poll. */
async function planPoll(context: PlanContext): Promise<StepResult | ProviderCall> {
  const {
    services: { giftCards },
    order,
  } = context
  if (!giftCards || order.order_ref === null) return scheduleRetry(context, 'gift cards are off')
  const { workspace_id: workspaceId, purchase_id: purchaseId, order_ref: orderRef } = order
  return async () => {
    const result = await callProvider(() =>
      giftCards.findOrder({ workspace_id: workspaceId, purchase_id: purchaseId, order: orderRef }),
    )
    return (later) =>
      'done' in result && result.done
        ? applyProviderState(later, result.done)
        : scheduleRetry(later, 'unknown' in result ? result.unknown : 'the order does not exist')
  }
}

/** releasing: refunds the card first, then the points. */
async function planRefund(context: PlanContext): Promise<StepResult | ProviderCall> {
  const {
    services: { cards },
    order,
  } = context
  if (order.card_id === null) return release(context)
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  return async () => {
    const result = await callProvider(() =>
      cards.refund({ workspace_id: workspaceId, key: orderKey(purchaseId) }),
    )
    return (later) => recordRefund(later, result)
  }
}

async function recordRefund(
  context: StepContext,
  result: ProviderResult<boolean>,
): Promise<StepResult> {
  if (!('done' in result))
    return scheduleRetry(context, 'unknown' in result ? result.unknown : result.refused)
  if (result.done)
    await addOrderEvent(orderContextOf(context), 'refunded', context.order.charge_cents)
  return release(context)
}

async function release(context: StepContext): Promise<StepResult> {
  await failOrder(orderContextOf(context), context.order.reason)
  await releaseSpending(context.trx, context.order)
  return endOrder(context, 'released')
}

const plans: Partial<
  Record<GiftOrderRow['step'], (context: PlanContext) => Promise<StepResult | ProviderCall>>
> = { held: planCharge, charged: planOrder, ordered: planPoll, releasing: planRefund }

/** Plans the step of a leased order: its result, or a call that the caller makes after commit. */
export const planStep = (context: PlanContext): Promise<StepResult | ProviderCall> =>
  plans[context.order.step]?.(context) ?? Promise.resolve('done')
