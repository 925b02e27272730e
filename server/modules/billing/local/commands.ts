import type { Plan } from '#contract/schemas/billing.ts'
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
  periodBoundary,
  buildPeriodLines,
  type DiscountRule,
  activeDiscountRules,
  buildSeatChangeLines,
  buildUnusedLine,
} from './proration.ts'
import {
  insertInvoiceLines,
  findUnsettledInvoice,
  lockLiveSubscription,
  updateLocalSubscription,
  parseDiscountRules,
  type LocalSubscription,
  redeemPromotion,
} from './repository.ts'

type CardRef = { id: string; ref: string }

/** What lowers an order's invoices. The months of a promotion count from the first payment. */
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
            ends_at: promo.months === null ? null : periodBoundary(first, 'month', promo.months),
            lifetime: false,
          },
        ]
      : []),
  ]
}
/** When an order is paid first: at the end of its trial, or now. */
export const firstPaymentAt = (order: SubscriptionOrder, at: Date) =>
  order.trial_ends_at && order.trial_ends_at > at ? order.trial_ends_at : at

/**
 * Begins a subscription, paid by this card at once where no trial is left; one that lives stays as
 * it is. Answers whether one began. Refuses with payment_failed or promo_invalid: the transaction
 * shall come to nothing then.
 */
export async function startLocalSubscription(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder,
  card: CardRef,
  at: Date,
): Promise<boolean> {
  // Two at once wait for each other here: there is no row yet to hold.
  await trx
    .selectFrom('billing_customers')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .execute()
  if (await lockLiveSubscription(trx, workspaceId)) return false
  const anchor = firstPaymentAt(order, at)
  const waits = anchor > at
  const rules = buildDiscountRules(
    order,
    order.promo === null ? null : await redeemPromotion(trx, order.promo, at),
    anchor,
  )
  const sub = await trx
    .insertInto('local_subscriptions')
    .values({
      workspace_id: workspaceId,
      id: newId(at),
      status: waits ? 'trialing' : 'active',
      plan: order.plan,
      quantity: order.seats,
      anchor,
      period: waits ? 0 : 1,
      period_start: at,
      period_end: waits ? anchor : periodBoundary(anchor, order.plan, 1),
      discounts: JSON.stringify(rules),
      due_at: anchor,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!waits) await chargePeriodNow(trx, sub, at, card)
  await updateNextDueAt(trx, sub)
  return true
}

/** The period that begins now is made out and paid in one, or refused. */
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
    activeDiscountRules(parseDiscountRules(sub), at),
    { created: at, final: null },
    sub,
  )
  await finalizeInvoice(trx, invoice, at)
  if (!(await collectPayment(trx, invoice, at, card))) throwRefusal('payment_failed')
}

/**
 * An act on the subscription that lives, after everything that was due before it. Refuses with
 * subscription_final. Who waited for another act may have read the clock before it: for a
 * subscription, time never runs backwards.
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
 * The other plan from now on. What is unpaid is paid first: nothing unpaid can be credited. Refuses
 * with payment_failed.
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
      period_end: periodBoundary(at, to.plan, 1),
    })
    await chargePeriodNow(trx, sub, at)
  })
}

/** Other seats from now on; the difference waits for the next invoice. */
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

/** Stops at the end of the period; at once, where a payment is overdue. */
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

/** Goes on after all. */
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

/**
 * A new card is tried at once on what is open. A refusal changes nothing: the calendar tries again
 * when it would have.
 */
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

/** Ends everything at once. */
export async function endLocalSubscription(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  const sub = await lockLiveSubscription(trx, workspaceId)
  if (sub) await closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: false })
}
