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
 * The way of a gift card: held -> charged -> ordered -> settled, or releasing -> released. Each
 * step talks to the world first and is written afterwards, in a transaction that holds the order's
 * row all the while. Whoever dies in between leaves the row as it was, and the next one does the
 * same again under the same names: charging, refunding and ordering a second time is the first
 * time.
 */
export type GiftOrderRow = Selectable<Tables['gift_orders']>
type StepContext = { services: Services; trx: Trx; order: GiftOrderRow; at: Date }
/** `on`: the next step at once. `wait`: later. `done`: nothing is left to do. */
export type StepResult = 'on' | 'wait' | 'done'

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
  workspace_id: workspaceId,
  purchase_id: purchaseId,
  at,
})

async function scheduleRetry(turn: StepContext, why: string): Promise<StepResult> {
  const { order, at, services } = turn
  if (why)
    services.log.warn(
      { workspace: order.workspace_id, purchase: order.purchase_id, step: order.step, why },
      'gift card waits',
    )
  await updateOrder(turn, {
    attempts: order.attempts + 1,
    last_error: why.slice(0, 200),
    next_at: new Date(at.getTime() + backoffMs(order.attempts)),
  })
  return 'wait'
}
async function moveToStep(
  turn: StepContext,
  step: GiftOrderRow['step'],
  set: Partial<GiftOrderRow> = {},
): Promise<StepResult> {
  await updateOrder(turn, { step, attempts: 0, last_error: '', next_at: turn.at, ...set })
  return step === 'settled' || step === 'released' ? 'done' : 'on'
}
async function startRelease(
  turn: StepContext,
  reason: 'payment_failed' | 'refused' | 'unavailable' | 'left',
): Promise<StepResult> {
  turn.services.log.warn(
    { workspace: turn.order.workspace_id, purchase: turn.order.purchase_id, reason },
    'gift card released',
  )
  return moveToStep(turn, 'releasing', { reason })
}
const hasTimedOut = ({ order, at }: StepContext) =>
  at.getTime() - order.created_at.getTime() > giveUpAfterMs

/** What the world answered: done, refused for good, or not known. */
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
 * held: the company's card is charged, where there is one. Whoever has left meanwhile gets no gift
 * card.
 */
async function chargeCard(turn: StepContext): Promise<StepResult> {
  const {
    services: { cards },
    trx,
    order,
    at,
  } = turn
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
  if (!buyer) return startRelease(turn, 'left')
  if (cardId === null) return moveToStep(turn, 'charged')
  const card = await trx
    .selectFrom('cards')
    .select(['id', 'provider', 'provider_ref'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  // The server was moved from one provider to another meanwhile: nobody here can charge this card.
  if (card.provider !== cards.kind) return startRelease(turn, 'payment_failed')
  const customer = await trx
    .selectFrom('billing_customers')
    .select('ref')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  const answer = await callProvider(() =>
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
  if ('refused' in answer) return startRelease(turn, 'payment_failed')
  if ('unknown' in answer)
    return hasTimedOut(turn)
      ? startRelease(turn, 'unavailable')
      : scheduleRetry(turn, answer.unknown)
  await addOrderEvent(orderContextOf(turn), 'charged', order.charge_cents)
  return moveToStep(turn, 'charged', { charge_ref: answer.done })
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

/** The provider has the order: settled at once if the card is there, otherwise asked for again. */
async function applyProviderState(turn: StepContext, now: PlacedOrder): Promise<StepResult> {
  const { order } = turn
  const known = { order_ref: now.order_ref, reward_ref: now.reward_ref }
  if (order.step === 'charged') await addOrderEvent(orderContextOf(turn), 'ordered')
  if (now.state === 'failed') {
    await updateOrder(turn, known)
    return startRelease(turn, 'refused')
  }
  if (now.state === 'delivered' && now.claim_url) {
    await completeOrder(orderContextOf(turn), now.claim_url)
    return moveToStep(turn, 'settled', {
      ...known,
      delivery: now.delivery === 'failed' ? 'failed' : 'delivered',
    })
  }
  if (order.step === 'ordered') return scheduleRetry(turn, '')
  await moveToStep(turn, 'ordered', {
    ...known,
    next_at: new Date(turn.at.getTime() + backoffMs(0)),
  })
  return 'wait'
}

/**
 * charged: the card is ordered. Given up after a day, once the provider says that there is no such
 * order.
 */
async function placeOrder(turn: StepContext): Promise<StepResult> {
  const {
    services: { giftCards },
    order,
  } = turn
  if (!giftCards) return scheduleRetry(turn, 'gift cards are off')
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  const late = hasTimedOut(turn)
  if (!late) {
    const request = await buildProviderOrder(turn)
    const answer = await callProvider(() => giftCards.placeOrder(request))
    if ('done' in answer) return applyProviderState(turn, answer.done)
    if ('unknown' in answer) return scheduleRetry(turn, answer.unknown)
    if (order.attempts === 0) return startRelease(turn, 'refused')
  }
  // An earlier try was not answered: it may have been heard all the same.
  const found = await callProvider(() =>
    giftCards.findOrder({
      workspace_id: workspaceId,
      purchase_id: purchaseId,
      order: orderKey(purchaseId),
    }),
  )
  if ('done' in found)
    return found.done
      ? applyProviderState(turn, found.done)
      : startRelease(turn, late ? 'unavailable' : 'refused')
  return scheduleRetry(turn, 'unknown' in found ? found.unknown : found.refused)
}

/** ordered: how is it now? The provider's webhooks say when to look; so does time. */
async function pollOrder(turn: StepContext): Promise<StepResult> {
  const {
    services: { giftCards },
    order,
  } = turn
  if (!giftCards || order.order_ref === null) return scheduleRetry(turn, 'gift cards are off')
  const { workspace_id: workspaceId, purchase_id: purchaseId, order_ref: orderRef } = order
  const answer = await callProvider(() =>
    giftCards.findOrder({ workspace_id: workspaceId, purchase_id: purchaseId, order: orderRef }),
  )
  if ('done' in answer && answer.done) return applyProviderState(turn, answer.done)
  return scheduleRetry(turn, 'unknown' in answer ? answer.unknown : 'the order is not there')
}

/** releasing: whatever was charged goes back to the card, then the points to their owner. */
async function refundOrder(turn: StepContext): Promise<StepResult> {
  const {
    services: { cards },
    order,
  } = turn
  const { workspace_id: workspaceId, purchase_id: purchaseId } = order
  if (order.card_id !== null) {
    const answer = await callProvider(() =>
      cards.refund({ workspace_id: workspaceId, key: orderKey(purchaseId) }),
    )
    if (!('done' in answer))
      return scheduleRetry(turn, 'unknown' in answer ? answer.unknown : answer.refused)
    if (answer.done) await addOrderEvent(orderContextOf(turn), 'refunded', order.charge_cents)
  }
  await failOrder(orderContextOf(turn), order.reason)
  await releaseSpending(turn.trx, order)
  return moveToStep(turn, 'released')
}

export const stepHandlers: Partial<
  Record<GiftOrderRow['step'], (turn: StepContext) => Promise<StepResult>>
> = {
  held: chargeCard,
  charged: placeOrder,
  ordered: pollOrder,
  releasing: refundOrder,
}
