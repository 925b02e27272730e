import type { Plan } from '#contract/billing.ts'
import { limits } from '#contract/limits.ts'
import type { Order } from '#server/adapters/billing/billing.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { catchUp, end, reschedule, settle } from './course.ts'
import { collect, finalize, makeDraft } from './invoices.ts'
import { boundary, periodLines, type Rule, rulesAt, seatLines, unusedLine } from './prices.ts'
import {
  addLines,
  findUnsettled,
  holdLive,
  patchSub,
  rulesOf,
  type Sub,
  takePromo,
} from './rows.ts'

type CardRef = { id: string; ref: string }

/** What lowers an order's invoices. The months of a promotion count from the first payment. */
export function rulesOfOrder(
  order: Order,
  promo: { code: string; percent: number; months: number | null } | null,
  first: Date,
): Rule[] {
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
            ends_at: promo.months === null ? null : boundary(first, 'month', promo.months),
            lifetime: false,
          },
        ]
      : []),
  ]
}
/** When an order is paid first: at the end of its trial, or now. */
export const firstPayment = (order: Order, at: Date) =>
  order.trial_ends_at && order.trial_ends_at > at ? order.trial_ends_at : at

/**
 * Begins a subscription, paid by this card at once where no trial is left; one that lives stays as
 * it is. Answers whether one began. Refuses with payment_failed or promo_invalid: the transaction
 * shall come to nothing then.
 */
export async function begin(
  trx: Trx,
  workspace_id: string,
  order: Order,
  card: CardRef,
  at: Date,
): Promise<boolean> {
  // Two at once wait for each other here: there is no row yet to hold.
  await trx
    .selectFrom('billing_customers')
    .select('workspace_id')
    .where('workspace_id', '=', workspace_id)
    .forUpdate()
    .execute()
  if (await holdLive(trx, workspace_id)) return false
  const anchor = firstPayment(order, at)
  const waits = anchor > at
  const rules = rulesOfOrder(
    order,
    order.promo === null ? null : await takePromo(trx, order.promo, at),
    anchor,
  )
  const sub = await trx
    .insertInto('local_subscriptions')
    .values({
      workspace_id,
      id: newId(at),
      status: waits ? 'trialing' : 'active',
      plan: order.plan,
      quantity: order.seats,
      anchor,
      period: waits ? 0 : 1,
      period_start: at,
      period_end: waits ? anchor : boundary(anchor, order.plan, 1),
      discounts: JSON.stringify(rules),
      due_at: anchor,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!waits) await payNow(trx, sub, at, card)
  await reschedule(trx, sub)
  return true
}

/** The period that begins now is made out and paid in one, or refused. */
async function payNow(trx: Trx, sub: Sub, at: Date, card?: CardRef): Promise<void> {
  const invoice = await makeDraft(
    trx,
    sub,
    periodLines(sub),
    rulesAt(rulesOf(sub), at),
    { created: at, final: null },
    sub,
  )
  await finalize(trx, invoice, at)
  if (!(await collect(trx, invoice, at, card))) fail('payment_failed')
}

/**
 * An act on the subscription that lives, after everything that was due before it. Refuses with
 * subscription_final. Who waited for another act may have read the clock before it: for a
 * subscription, time never runs backwards.
 */
async function act(
  trx: Trx,
  workspace_id: string,
  read: Date,
  work: (sub: Sub, at: Date) => Promise<void>,
): Promise<void> {
  const sub = await holdLive(trx, workspace_id)
  if (sub) await catchUp(trx, sub, read)
  if (!sub || sub.status === 'canceled') fail('subscription_final')
  await work(sub, read < sub.period_start ? sub.period_start : read)
  await reschedule(trx, sub)
}

/**
 * The other plan from now on. What is unpaid is paid first: nothing unpaid can be credited. Refuses
 * with payment_failed.
 */
export function changePlan(
  trx: Trx,
  workspace_id: string,
  to: { plan: Plan; seats: number },
  read: Date,
): Promise<void> {
  return act(trx, workspace_id, read, async (sub, at) => {
    if (sub.plan === to.plan) return
    if (sub.status === 'trialing') return patchSub(trx, sub, { plan: to.plan, quantity: to.seats })
    const unsettled = await findUnsettled(trx, sub)
    if (unsettled && !(await settle(trx, sub, unsettled, at))) fail('payment_failed')
    await addLines(trx, sub, [unusedLine(sub, rulesOf(sub), at)], null, at)
    await patchSub(trx, sub, {
      plan: to.plan,
      quantity: to.seats,
      anchor: at,
      period: 1,
      period_start: at,
      period_end: boundary(at, to.plan, 1),
    })
    await payNow(trx, sub, at)
  })
}

/** Other seats from now on; the difference waits for the next invoice. */
export function setSeats(trx: Trx, workspace_id: string, seats: number, read: Date): Promise<void> {
  return act(trx, workspace_id, read, async (sub, at) => {
    if (sub.quantity === seats) return
    if (sub.status !== 'trialing')
      await addLines(trx, sub, seatLines(sub, seats, rulesOf(sub), at), null, at)
    await patchSub(trx, sub, { quantity: seats })
  })
}

/** Stops at the end of the period; at once, where a payment is overdue. */
export function cancel(
  trx: Trx,
  workspace_id: string,
  { reason, comment }: { reason: string; comment: string },
  read: Date,
): Promise<void> {
  return act(trx, workspace_id, read, async (sub, at) => {
    await patchSub(trx, sub, { cancel_reason: reason, cancel_comment: comment })
    if (sub.status === 'past_due') await end(trx, sub, at, { ended_at: at, unpaid: false })
    else await patchSub(trx, sub, { cancel_at_period_end: true })
  })
}

/** Goes on after all. */
export function resume(trx: Trx, workspace_id: string, read: Date): Promise<void> {
  return act(trx, workspace_id, read, async (sub) => {
    if (sub.cancel_at_period_end)
      await patchSub(trx, sub, {
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
export async function payOpen(
  trx: Trx,
  workspace_id: string,
  card: CardRef,
  at: Date,
): Promise<void> {
  const sub = await holdLive(trx, workspace_id)
  const invoice = sub && (await findUnsettled(trx, sub))
  if (!sub || invoice?.status !== 'open') return
  if (await collect(trx, invoice, at, card)) await patchSub(trx, sub, { status: 'active' })
  await reschedule(trx, sub)
}

/** Ends everything at once. */
export async function forget(trx: Trx, workspace_id: string, at: Date): Promise<void> {
  const sub = await holdLive(trx, workspace_id)
  if (sub) await end(trx, sub, at, { ended_at: at, unpaid: false })
}
