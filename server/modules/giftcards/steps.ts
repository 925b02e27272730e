import type { Selectable } from 'kysely'
import {
  type GiftCardOrder,
  GiftCardRefused,
  type PlacedOrder,
} from '#server/adapters/giftcards/giftcards.ts'
import type { Trx } from '#server/platform/database.ts'
import { backoff } from '#server/platform/every.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Tables } from '#server/platform/schema.ts'
import type { Services } from '#server/platform/services.ts'
import { languageOr } from '#contract/common.ts'
import { releaseSpending } from './daily-limit.ts'
import { giveBack, handOver, record } from './outcome.ts'

/**
 * The way of a gift card: held -> charged -> ordered -> settled, or releasing -> released. Each
 * step talks to the world first and is written afterwards, in a transaction that holds the order's
 * row all the while. Whoever dies in between leaves the row as it was, and the next one does the
 * same again under the same names: charging, refunding and ordering a second time is the first
 * time.
 */
export type Order = Selectable<Tables['gift_orders']>
type Turn = { services: Services; trx: Trx; order: Order; at: Date }
/** `on`: the next step at once. `wait`: later. `done`: nothing is left to do. */
export type After = 'on' | 'wait' | 'done'

const give_up_after = 24 * 3_600_000
const chargeKey = (purchase_id: string) => `purchase-${purchase_id}`

async function write({ trx, order, at }: Turn, set: Partial<Order>): Promise<void> {
  await trx
    .updateTable('gift_orders')
    .set({ ...set, updated_at: at })
    .where('workspace_id', '=', order.workspace_id)
    .where('purchase_id', '=', order.purchase_id)
    .execute()
}
const whereOf = ({ trx, order: { workspace_id, purchase_id }, at }: Turn) => ({
  trx,
  workspace_id,
  purchase_id,
  at,
})

async function later(turn: Turn, why: string): Promise<After> {
  const { order, at, services } = turn
  if (why)
    services.log.warn(
      { workspace: order.workspace_id, purchase: order.purchase_id, step: order.step, why },
      'gift card waits',
    )
  await write(turn, {
    attempts: order.attempts + 1,
    last_error: why.slice(0, 200),
    next_at: new Date(at.getTime() + backoff(order.attempts)),
  })
  return 'wait'
}
async function onTo(turn: Turn, step: Order['step'], set: Partial<Order> = {}): Promise<After> {
  await write(turn, { step, attempts: 0, last_error: '', next_at: turn.at, ...set })
  return step === 'settled' || step === 'released' ? 'done' : 'on'
}
async function release(
  turn: Turn,
  reason: 'payment_failed' | 'refused' | 'unavailable' | 'left',
): Promise<After> {
  turn.services.log.warn(
    { workspace: turn.order.workspace_id, purchase: turn.order.purchase_id, reason },
    'gift card released',
  )
  return onTo(turn, 'releasing', { reason })
}
const tooLate = ({ order, at }: Turn) => at.getTime() - order.created_at.getTime() > give_up_after

/** What the world answered: done, refused for good, or not known. */
type Answer<T> = { done: T } | { refused: string } | { unknown: string }
async function ask<T>(work: () => Promise<T>): Promise<Answer<T>> {
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
async function charge(turn: Turn): Promise<After> {
  const {
    services: { cards },
    trx,
    order,
    at,
  } = turn
  const { workspace_id, purchase_id, card_id } = order
  const buyer = await trx
    .selectFrom('users')
    .innerJoin('purchases', (join) =>
      join
        .onRef('purchases.workspace_id', '=', 'users.workspace_id')
        .onRef('purchases.created_by', '=', 'users.id'),
    )
    .where('purchases.workspace_id', '=', workspace_id)
    .where('purchases.id', '=', purchase_id)
    .where('users.state', '=', 'accepted')
    .select('users.id')
    .executeTakeFirst()
  if (!buyer) return release(turn, 'left')
  if (card_id === null) return onTo(turn, 'charged')
  const card = await trx
    .selectFrom('cards')
    .select(['id', 'provider', 'provider_ref'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', card_id)
    .executeTakeFirstOrThrow()
  // The server was moved from one provider to another meanwhile: nobody here can charge this card.
  if (card.provider !== cards.kind) return release(turn, 'payment_failed')
  const customer = await trx
    .selectFrom('billing_customers')
    .select('ref')
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst()
  const answer = await ask(() =>
    cards.charge({
      workspace_id,
      customer: customer?.ref ?? '',
      key: chargeKey(purchase_id),
      card: { id: card.id, ref: card.provider_ref },
      amount_cents: order.charge_cents,
      currency: order.currency,
      description: purchase_id,
      at,
    }),
  )
  if ('refused' in answer) return release(turn, 'payment_failed')
  if ('unknown' in answer)
    return tooLate(turn) ? release(turn, 'unavailable') : later(turn, answer.unknown)
  await record(whereOf(turn), 'charged', order.charge_cents)
  return onTo(turn, 'charged', { charge_ref: answer.done })
}

async function requestOf({ trx, order, at }: Turn): Promise<GiftCardOrder> {
  const { workspace_id, purchase_id, product_id, country, currency, value_cents } = order
  const found = await trx
    .selectFrom('purchases')
    .innerJoin('workspaces', 'workspaces.id', 'purchases.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'purchases.workspace_id')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'purchases.workspace_id')
        .onRef('users.id', '=', 'purchases.created_by'),
    )
    .where('purchases.workspace_id', '=', workspace_id)
    .where('purchases.id', '=', purchase_id)
    .select(['workspaces.name', 'settings.language as team_language', 'users.language'])
    .executeTakeFirstOrThrow()
  return {
    workspace_id,
    purchase_id,
    external_id: chargeKey(purchase_id),
    product_id,
    country,
    currency,
    value_cents,
    at,
    recipient: { name: order.recipient_name, email: order.recipient_email },
    team: found.name,
    language: languageOr(found.language ?? found.team_language),
  }
}

/** The provider has the order: settled at once if the card is there, otherwise asked for again. */
async function placed(turn: Turn, now: PlacedOrder): Promise<After> {
  const { order } = turn
  const known = { order_ref: now.order_ref, reward_ref: now.reward_ref }
  if (order.step === 'charged') await record(whereOf(turn), 'ordered')
  if (now.state === 'failed') {
    await write(turn, known)
    return release(turn, 'refused')
  }
  if (now.state === 'delivered' && now.claim_url) {
    await handOver(whereOf(turn), now.claim_url)
    return onTo(turn, 'settled', {
      ...known,
      delivery: now.delivery === 'failed' ? 'failed' : 'delivered',
    })
  }
  if (order.step === 'ordered') return later(turn, '')
  await onTo(turn, 'ordered', { ...known, next_at: new Date(turn.at.getTime() + backoff(0)) })
  return 'wait'
}

/**
 * charged: the card is ordered. Given up after a day, once the provider says that there is no such
 * order.
 */
async function place(turn: Turn): Promise<After> {
  const {
    services: { giftcards },
    order,
  } = turn
  if (!giftcards) return later(turn, 'gift cards are off')
  const { workspace_id, purchase_id } = order
  const late = tooLate(turn)
  if (!late) {
    const request = await requestOf(turn)
    const answer = await ask(() => giftcards.order(request))
    if ('done' in answer) return placed(turn, answer.done)
    if ('unknown' in answer) return later(turn, answer.unknown)
    if (order.attempts === 0) return release(turn, 'refused')
  }
  // An earlier try was not answered: it may have been heard all the same.
  const found = await ask(() =>
    giftcards.look({ workspace_id, purchase_id, order: chargeKey(purchase_id) }),
  )
  if ('done' in found)
    return found.done ? placed(turn, found.done) : release(turn, late ? 'unavailable' : 'refused')
  return later(turn, 'unknown' in found ? found.unknown : found.refused)
}

/** ordered: how is it now? The provider's webhooks say when to look; so does time. */
async function look(turn: Turn): Promise<After> {
  const {
    services: { giftcards },
    order,
  } = turn
  if (!giftcards || order.order_ref === null) return later(turn, 'gift cards are off')
  const { workspace_id, purchase_id, order_ref } = order
  const answer = await ask(() => giftcards.look({ workspace_id, purchase_id, order: order_ref }))
  if ('done' in answer && answer.done) return placed(turn, answer.done)
  return later(turn, 'unknown' in answer ? answer.unknown : 'the order is not there')
}

/** releasing: whatever was charged goes back to the card, then the points to their owner. */
async function undo(turn: Turn): Promise<After> {
  const {
    services: { cards },
    order,
  } = turn
  const { workspace_id, purchase_id } = order
  if (order.card_id !== null) {
    const answer = await ask(() => cards.refund({ workspace_id, key: chargeKey(purchase_id) }))
    if (!('done' in answer))
      return later(turn, 'unknown' in answer ? answer.unknown : answer.refused)
    if (answer.done) await record(whereOf(turn), 'refunded', order.charge_cents)
  }
  await giveBack(whereOf(turn), order.reason)
  await releaseSpending(turn.trx, order)
  return onTo(turn, 'released')
}

export const steps: Partial<Record<Order['step'], (turn: Turn) => Promise<After>>> = {
  held: charge,
  charged: place,
  ordered: look,
  releasing: undo,
}
