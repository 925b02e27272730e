import { dayMs } from '#contract/durations.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  collectPayment,
  draftLifetimeMs,
  discardInvoice,
  finalizeInvoice,
  createDraftInvoice,
  schedulePaymentRetry,
} from './invoices.ts'
import { computePeriodBoundary, buildPeriodLines, filterActiveDiscounts } from './proration.ts'
import {
  type LocalInvoiceRow,
  deletePendingLines,
  findPendingLines,
  findUnsettledInvoice,
} from './invoice-queries.ts'
import { type LocalSubscription, updateLocalSubscription } from './queries.ts'
import { parseDiscountRules } from './stored-discounts.ts'

/**
 * Downtime limit. A later renewal means that the server was down and the team could not use the
 * service: whole missed periods are free, and the current period is prorated. Billing days stay the
 * same.
 */
const downtimeMs = 2 * dayMs

/** Ends a subscription, discards its open invoice and deletes its pending lines. */
export async function closeLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  at: Date,
  how: { ended_at: Date; unpaid: boolean },
): Promise<void> {
  const invoice = await findUnsettledInvoice(trx, sub)
  if (invoice) await discardInvoice(trx, invoice, at)
  await deletePendingLines(trx, sub)
  await updateLocalSubscription(trx, sub, {
    status: 'canceled',
    cancel_at_period_end: false,
    ...how,
  })
}

/**
 * Finalizes an invoice and charges it. After a decline it stays open for a retry. Returns whether
 * it is paid.
 */
export async function payOrScheduleRetry(
  trx: Trx,
  sub: LocalSubscription,
  invoice: LocalInvoiceRow,
  at: Date,
): Promise<boolean> {
  if (invoice.status === 'draft') await finalizeInvoice(trx, invoice, at)
  if (await collectPayment(trx, invoice, at)) {
    await updateLocalSubscription(trx, sub, { status: 'active' })
    return true
  }
  if (await schedulePaymentRetry(trx, invoice, at))
    await updateLocalSubscription(trx, sub, { status: 'past_due' })
  else await closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: true })
  return false
}

/** Bills pending lines before a canceled subscription ends. A declined invoice is discarded. */
async function settleFinalInvoice(trx: Trx, sub: LocalSubscription, at: Date): Promise<void> {
  if (!(await findPendingLines(trx, sub)).length) return
  const invoice = await createDraftInvoice(trx, sub, [], [], { created: at, final: null }, sub)
  await finalizeInvoice(trx, invoice, at)
  if (!(await collectPayment(trx, invoice, at))) await discardInvoice(trx, invoice, at)
}

/** Renews the ended period or ends the subscription. */
async function renewOrClose(trx: Trx, sub: LocalSubscription, at: Date): Promise<void> {
  const endedAt = sub.period_end
  if (sub.cancel_at_period_end) {
    await settleFinalInvoice(trx, sub, at)
    return closeLocalSubscription(trx, sub, at, { ended_at: endedAt, unpaid: false })
  }
  // The ended period is unpaid, so the subscription ends.
  if (await findUnsettledInvoice(trx, sub))
    return closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: true })
  const late = at.getTime() - endedAt.getTime() > downtimeMs
  let period = sub.period + 1
  while (late && computePeriodBoundary(sub.anchor, sub.plan, period) <= at) period += 1
  const [periodStart, periodEnd] = [
    computePeriodBoundary(sub.anchor, sub.plan, period - 1),
    computePeriodBoundary(sub.anchor, sub.plan, period),
  ]
  await updateLocalSubscription(trx, sub, {
    status: 'active',
    period,
    period_start: periodStart,
    period_end: periodEnd,
  })
  const from = late && at > periodStart ? at : periodStart
  await createDraftInvoice(
    trx,
    sub,
    buildPeriodLines(sub, from),
    filterActiveDiscounts(parseDiscountRules(sub), periodStart),
    { created: from, final: new Date(from.getTime() + draftLifetimeMs) },
    sub,
  )
}

/**
 * Runs the next due step, if any. Returns whether there was one. The caller holds the
 * subscription's lock.
 */
async function runNextDueStep(trx: Trx, sub: LocalSubscription, at: Date): Promise<boolean> {
  if (sub.status === 'canceled') return false
  const invoice = await findUnsettledInvoice(trx, sub)
  if (invoice?.next_attempt_at && invoice.next_attempt_at <= at)
    await payOrScheduleRetry(trx, sub, invoice, at)
  else if (sub.period_end <= at) await renewOrClose(trx, sub, at)
  else return false
  return true
}

/**
 * Runs all due steps in order. Returns whether there were any. The caller holds the subscription's
 * lock.
 */
export async function runDueSteps(trx: Trx, sub: LocalSubscription, at: Date): Promise<boolean> {
  let steps = 0
  while (await runNextDueStep(trx, sub, at)) steps += 1
  return steps > 0
}

/** Stores the time of the next due step. Every change of a subscription calls this. */
export async function updateNextDueAt(trx: Trx, sub: LocalSubscription): Promise<void> {
  if (sub.status === 'canceled') return
  const next = (await findUnsettledInvoice(trx, sub))?.next_attempt_at
  await updateLocalSubscription(trx, sub, {
    due_at: next && next < sub.period_end ? next : sub.period_end,
  })
}
