import type { Trx } from '#server/platform/database/database.ts'
import {
  collectPayment,
  draftLifetimeMs,
  discardInvoice,
  finalizeInvoice,
  createDraftInvoice,
  schedulePaymentRetry,
} from './invoices.ts'
import { periodBoundary, buildPeriodLines, activeDiscountRules } from './proration.ts'
import {
  findPendingLines,
  findUnsettledInvoice,
  type LocalInvoiceRow,
  updateLocalSubscription,
  parseDiscountRules,
  type LocalSubscription,
} from './repository.ts'

const dayMs = 86_400_000
/**
 * A period whose beginning is noticed later than this was not one: the server stood still, and
 * nobody could use what would be paid for. Whole periods that passed meanwhile cost nothing; of the
 * running one, what is left is paid. The days on which periods begin stay the same.
 */
const standstillMs = 2 * dayMs

/** Ends a subscription: what is open is void, and what waited for another invoice goes. */
export async function closeLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  at: Date,
  how: { ended_at: Date; unpaid: boolean },
): Promise<void> {
  const invoice = await findUnsettledInvoice(trx, sub)
  if (invoice) await discardInvoice(trx, invoice, at)
  await trx
    .deleteFrom('local_invoice_lines')
    .where('workspace_id', '=', sub.workspace_id)
    .where('subscription_id', '=', sub.id)
    .where('invoice_id', 'is', null)
    .execute()
  await updateLocalSubscription(trx, sub, {
    status: 'canceled',
    cancel_at_period_end: false,
    ...how,
  })
}

/**
 * Final, and tried at once. A refusal leaves it open, to be tried again. Answers whether it is
 * paid.
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

/**
 * Before a canceled subscription ends, what waited for the next invoice is settled; what nobody can
 * pay now, nobody will.
 */
async function settleFinalInvoice(trx: Trx, sub: LocalSubscription, at: Date): Promise<void> {
  if (!(await findPendingLines(trx, sub)).length) return
  const invoice = await createDraftInvoice(trx, sub, [], [], { created: at, final: null }, sub)
  await finalizeInvoice(trx, invoice, at)
  if (!(await collectPayment(trx, invoice, at))) await discardInvoice(trx, invoice, at)
}

/** The period is over: another one begins, or none. */
async function renewOrClose(trx: Trx, sub: LocalSubscription, at: Date): Promise<void> {
  const endedAt = sub.period_end
  if (sub.cancel_at_period_end) {
    await settleFinalInvoice(trx, sub, at)
    return closeLocalSubscription(trx, sub, at, { ended_at: endedAt, unpaid: false })
  }
  // Nobody paid for the period that has ended: there is nothing to go on with.
  if (await findUnsettledInvoice(trx, sub))
    return closeLocalSubscription(trx, sub, at, { ended_at: at, unpaid: true })
  const late = at.getTime() - endedAt.getTime() > standstillMs
  let period = sub.period + 1
  while (late && periodBoundary(sub.anchor, sub.plan, period) <= at) period += 1
  const [periodStart, periodEnd] = [
    periodBoundary(sub.anchor, sub.plan, period - 1),
    periodBoundary(sub.anchor, sub.plan, period),
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
    activeDiscountRules(parseDiscountRules(sub), periodStart),
    { created: from, final: new Date(from.getTime() + draftLifetimeMs) },
    sub,
  )
}

/**
 * The one thing that is due now, if any; answers whether there was something. The subscription is
 * held.
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
 * Everything that is due by now happens, one thing after the other; answers whether there was
 * something. The subscription is held.
 */
export async function runDueSteps(trx: Trx, sub: LocalSubscription, at: Date): Promise<boolean> {
  let steps = 0
  while (await runNextDueStep(trx, sub, at)) steps += 1
  return steps > 0
}

/**
 * Writes down when something happens by itself next. After everything that changes a subscription.
 */
export async function updateNextDueAt(trx: Trx, sub: LocalSubscription): Promise<void> {
  if (sub.status === 'canceled') return
  const next = (await findUnsettledInvoice(trx, sub))?.next_attempt_at
  await updateLocalSubscription(trx, sub, {
    due_at: next && next < sub.period_end ? next : sub.period_end,
  })
}
