import type { Trx } from '#server/platform/database.ts'
import { collect, draft_ms, drop, finalize, makeDraft, retryLater } from './invoices.ts'
import { boundary, periodLines, rulesAt } from './prices.ts'
import { findPending, findUnsettled, type InvoiceRow, patchSub, rulesOf, type Sub } from './rows.ts'

const day = 86_400_000
/**
 * A period whose beginning is noticed later than this was not one: the server stood still, and
 * nobody could use what would be paid for. Whole periods that passed meanwhile cost nothing; of the
 * running one, what is left is paid. The days on which periods begin stay the same.
 */
const standstill_ms = 2 * day

/** Ends a subscription: what is open is void, and what waited for another invoice goes. */
export async function end(
  trx: Trx,
  sub: Sub,
  at: Date,
  how: { ended_at: Date; unpaid: boolean },
): Promise<void> {
  const invoice = await findUnsettled(trx, sub)
  if (invoice) await drop(trx, invoice, at)
  await trx
    .deleteFrom('local_invoice_lines')
    .where('workspace_id', '=', sub.workspace_id)
    .where('subscription_id', '=', sub.id)
    .where('invoice_id', 'is', null)
    .execute()
  await patchSub(trx, sub, { status: 'canceled', cancel_at_period_end: false, ...how })
}

/**
 * Final, and tried at once. A refusal leaves it open, to be tried again. Answers whether it is
 * paid.
 */
export async function settle(trx: Trx, sub: Sub, invoice: InvoiceRow, at: Date): Promise<boolean> {
  if (invoice.status === 'draft') await finalize(trx, invoice, at)
  if (await collect(trx, invoice, at)) {
    await patchSub(trx, sub, { status: 'active' })
    return true
  }
  if (await retryLater(trx, invoice, at)) await patchSub(trx, sub, { status: 'past_due' })
  else await end(trx, sub, at, { ended_at: at, unpaid: true })
  return false
}

/**
 * Before a canceled subscription ends, what waited for the next invoice is settled; what nobody can
 * pay now, nobody will.
 */
async function lastInvoice(trx: Trx, sub: Sub, at: Date): Promise<void> {
  if (!(await findPending(trx, sub)).length) return
  const invoice = await makeDraft(trx, sub, [], [], { created: at, final: null }, sub)
  await finalize(trx, invoice, at)
  if (!(await collect(trx, invoice, at))) await drop(trx, invoice, at)
}

/** The period is over: another one begins, or none. */
async function endPeriod(trx: Trx, sub: Sub, at: Date): Promise<void> {
  const ended_at = sub.period_end
  if (sub.cancel_at_period_end) {
    await lastInvoice(trx, sub, at)
    return end(trx, sub, at, { ended_at, unpaid: false })
  }
  // Nobody paid for the period that has ended: there is nothing to go on with.
  if (await findUnsettled(trx, sub)) return end(trx, sub, at, { ended_at: at, unpaid: true })
  const late = at.getTime() - ended_at.getTime() > standstill_ms
  let period = sub.period + 1
  while (late && boundary(sub.anchor, sub.plan, period) <= at) period += 1
  const [period_start, period_end] = [
    boundary(sub.anchor, sub.plan, period - 1),
    boundary(sub.anchor, sub.plan, period),
  ]
  await patchSub(trx, sub, { status: 'active', period, period_start, period_end })
  const from = late && at > period_start ? at : period_start
  await makeDraft(
    trx,
    sub,
    periodLines(sub, from),
    rulesAt(rulesOf(sub), period_start),
    { created: from, final: new Date(from.getTime() + draft_ms) },
    sub,
  )
}

/**
 * The one thing that is due now, if any; answers whether there was something. The subscription is
 * held.
 */
async function step(trx: Trx, sub: Sub, at: Date): Promise<boolean> {
  if (sub.status === 'canceled') return false
  const invoice = await findUnsettled(trx, sub)
  if (invoice?.next_attempt_at && invoice.next_attempt_at <= at) await settle(trx, sub, invoice, at)
  else if (sub.period_end <= at) await endPeriod(trx, sub, at)
  else return false
  return true
}

/**
 * Everything that is due by now happens, one thing after the other; answers whether there was
 * something. The subscription is held.
 */
export async function catchUp(trx: Trx, sub: Sub, at: Date): Promise<boolean> {
  let steps = 0
  while (await step(trx, sub, at)) steps += 1
  return steps > 0
}

/**
 * Writes down when something happens by itself next. After everything that changes a subscription.
 */
export async function reschedule(trx: Trx, sub: Sub): Promise<void> {
  if (sub.status === 'canceled') return
  const next = (await findUnsettled(trx, sub))?.next_attempt_at
  await patchSub(trx, sub, { due_at: next && next < sub.period_end ? next : sub.period_end })
}
