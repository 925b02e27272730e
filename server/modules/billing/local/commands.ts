import type { Plan } from '#contract/prices.ts'
import { limits } from '#contract/limits.ts'
import type { SubscriptionOrder } from '#server/adapters/billing/billing-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import {
  runDueSteps,
  closeLocalSubscription,
  updateNextDueAt,
  payOrScheduleRetry,
} from './lifecycle.ts'
import { collectPayment, finalizeInvoice, createDraftInvoice } from './invoices.ts'
import {
  computePeriodBoundary,
  buildPeriodLines,
  type DiscountRule,
  filterActiveDiscounts,
  buildSeatChangeLines,
  buildUnusedLine,
} from './proration.ts'
import { findUnsettledInvoice, insertInvoiceLines } from './invoice-queries.ts'
import {
  type LocalSubscription,
  insertLocalSubscription,
  lockCustomer,
  lockLiveSubscription,
  redeemPromotion,
  updateLocalSubscription,
} from './queries.ts'
import { parseDiscountRules } from './stored-discounts.ts'

type CardRef = { id: string; ref: string }

/** Returns the discounts of an order. The months of a promotion count from the first payment. */
export function buildDiscountRules(
  order: SubscriptionOrder,
  promo: { code: string; percent: number; months: number | null } | null,
  first: Date,
): DiscountRule[] {
  return [
    ...(order.lifetime
      ? [
          {
            code: 'lifetime',
            percent: limits.lifetime_discount_share * 100,
            ends_at: null,
            lifetime: true,
          },
        ]
      : []),
    ...(promo
      ? [
          {
            code: promo.code,
            percent: promo.percent,
            ends_at:
              promo.months === null ? null : computePeriodBoundary(first, 'month', promo.months),
            lifetime: false,
          },
        ]
      : []),
  ]
}
/** Returns the time of an order's first payment: the end of its trial, or now. */
export const computeFirstPaymentAt = (order: SubscriptionOrder, at: Date) =>
  order.trial_ends_at && order.trial_ends_at > at ? order.trial_ends_at : at

/**
 * Starts a subscription. Without a remaining trial it charges the card immediately. Returns false
 * if a live subscription exists. Throws payment_failed or promo_invalid; the transaction must then
 * roll back.
 */
export async function startLocalSubscription(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder,
  card: CardRef,
  at: Date,
): Promise<boolean> {
  // Serialize concurrent starts on the customer row: there is no subscription row to lock yet.
  await lockCustomer(trx, workspaceId)
  if (await lockLiveSubscription(trx, workspaceId)) return false
  const anchor = computeFirstPaymentAt(order, at)
  const isTrialing = anchor > at
  const rules = buildDiscountRules(
    order,
    order.promo === null ? null : await redeemPromotion(trx, order.promo, at),
    anchor,
  )
  const sub = await insertLocalSubscription(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    status: isTrialing ? 'trialing' : 'active',
    plan: order.plan,
    quantity: order.seats,
    anchor,
    period: isTrialing ? 0 : 1,
    period_start: at,
    period_end: isTrialing ? anchor : computePeriodBoundary(anchor, order.plan, 1),
    discounts: JSON.stringify(rules),
    due_at: anchor,
    created_at: at,
  })
  if (!isTrialing) await chargePeriodNow(trx, sub, at, card)
  await updateNextDueAt(trx, sub)
  return true
}

/** Invoices and charges the current period immediately. Throws payment_failed. */
async function chargePeriodNow(
  trx: Trx,
  sub: LocalSubscription,
  at: Date,
  card?: CardRef,
): Promise<void> {
  const invoice = await createDraftInvoice(
    trx,
    sub,
    buildPeriodLines(sub),
    filterActiveDiscounts(parseDiscountRules(sub), at),
    { created: at, final: null },
    sub,
  )
  await finalizeInvoice(trx, invoice, at)
  if (!(await collectPayment(trx, invoice, at, card))) throwRefusal('payment_failed')
}

/**
 * Runs a command on the live subscription, after all steps that are due. Throws subscription_final.
 * A command that waited for the lock may have an older clock reading; for a subscription, time
 * never runs backwards.
 */
async function withLiveSubscription(
  trx: Trx,
  workspaceId: string,
  read: Date,
  work: (sub: LocalSubscription, at: Date) => Promise<void>,
): Promise<void> {
  const sub = await lockLiveSubscription(trx, workspaceId)
  if (sub) await runDueSteps(trx, sub, read)
  if (!sub || sub.status === 'canceled') throwRefusal('subscription_final')
  await work(sub, read < sub.period_start ? sub.period_start : read)
  await updateNextDueAt(trx, sub)
}

/**
 * Switches the plan immediately. Pays an open invoice first, because an unpaid period cannot be
 * credited. Throws payment_failed.
 */
export function changeLocalPlan(
  trx: Trx,
  workspaceId: string,
  to: { plan: Plan; seats: number },
  read: Date,
): Promise<void> {
  return withLiveSubscription(trx, workspaceId, read, async (sub, at) => {
    if (sub.plan === to.plan) return
    if (sub.status === 'trialing')
      return updateLocalSubscription(trx, sub, { plan: to.plan, quantity: to.seats })
    const unsettled = await findUnsettledInvoice(trx, sub)
    if (unsettled && !(await payOrScheduleRetry(trx, sub, unsettled, at)))
      throwRefusal('payment_failed')
    await insertInvoiceLines(
      trx,
      sub,
      [buildUnusedLine(sub, parseDiscountRules(sub), at)],
      null,
      at,
    )
    await updateLocalSubscription(trx, sub, {
      plan: to.plan,
      quantity: to.seats,
      anchor: at,
      period: 1,
      period_start: at,
      period_end: computePeriodBoundary(at, to.plan, 1),
    })
    await chargePeriodNow(trx, sub, at)
  })
}

/** Changes the seats immediately. The difference goes on the next invoice. */
export function changeLocalSeats(
  trx: Trx,
  workspaceId: string,
  seats: number,
  read: Date,
): Promise<void> {
  return withLiveSubscription(trx, workspaceId, read, async (sub, at) => {
    if (sub.quantity === seats) return
    if (sub.status !== 'trialing')
      await insertInvoiceLines(
        trx,
        sub,
        buildSeatChangeLines(sub, seats, parseDiscountRules(sub), at),
        null,
        at,
      )
    await updateLocalSubscription(trx, sub, { quantity: seats })
  })
}

/** Cancels at the end of the period, or immediately if a payment is overdue. */
export function cancelLocalSubscription(
  trx: Trx,
  workspaceId: string,
  { reason, comment }: { reason: string; comment: string },
  read: Date,
): Promise<void> {
  return withLiveSubscription(trx, workspaceId, read, async (sub, at) => {
    await updateLocalSubscription(trx, sub, { cancel_reason: reason, cancel_comment: comment })
    if (sub.status === 'past_due')
      await closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: false })
    else await updateLocalSubscription(trx, sub, { cancel_at_period_end: true })
  })
}

/** Resumes a canceled subscription. */
export function resumeLocalSubscription(trx: Trx, workspaceId: string, read: Date): Promise<void> {
  return withLiveSubscription(trx, workspaceId, read, async (sub) => {
    if (sub.cancel_at_period_end)
      await updateLocalSubscription(trx, sub, {
        cancel_at_period_end: false,
        cancel_reason: null,
        cancel_comment: '',
      })
  })
}

/** Tries the open invoice with a new card. After a decline the regular retry schedule continues. */
export async function payOpenInvoice(
  trx: Trx,
  workspaceId: string,
  card: CardRef,
  at: Date,
): Promise<void> {
  const sub = await lockLiveSubscription(trx, workspaceId)
  const invoice = sub && (await findUnsettledInvoice(trx, sub))
  if (!sub || invoice?.status !== 'open') return
  if (await collectPayment(trx, invoice, at, card))
    await updateLocalSubscription(trx, sub, { status: 'active' })
  await updateNextDueAt(trx, sub)
}

/** Ends the live subscription immediately. */
export async function endLocalSubscription(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  const sub = await lockLiveSubscription(trx, workspaceId)
  if (sub) await closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: false })
}
