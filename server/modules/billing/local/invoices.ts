import { dayMs, hourMs } from '#contract/durations.ts'
import { insertLocalCharge } from '#server/modules/cards/local-cards.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type DraftInvoiceLine, type DiscountRule, computeInvoiceTotals } from './proration.ts'
import {
  type LocalInvoiceRow,
  assignPendingLines,
  deleteInvoice,
  findInvoicePayer,
  findLastSequence,
  findPendingLines,
  insertBalanceEntry,
  insertInvoice,
  insertInvoiceLines,
  updateLocalInvoice,
} from './invoice-queries.ts'
import { type LocalSubscription, findLocalSubscriptionCard, sumCustomerBalance } from './queries.ts'

/** A draft is visible for an hour before it becomes final and is charged. */
export const draftLifetimeMs = hourMs
/**
 * Gaps between attempts to charge an open invoice: 1, 3, 5 and 7 days after the first. Then the
 * subscription ends.
 */
const retryGapsMs = [1, 2, 2, 2].map((days) => days * dayMs)

/**
 * Creates a draft of these lines and all pending ones. With `final` null it has no finalization
 * date: the caller finalizes it.
 */
export async function createDraftInvoice(
  trx: Trx,
  sub: LocalSubscription,
  lines: DraftInvoiceLine[],
  rules: DiscountRule[],
  times: { created: Date; final: Date | null },
  { period_start: periodStart, period_end: periodEnd }: { period_start: Date; period_end: Date },
): Promise<LocalInvoiceRow> {
  const { workspace_id: workspaceId } = sub
  const pending = await findPendingLines(trx, sub)
  const { discounts, ...totals } = computeInvoiceTotals(
    [...lines, ...pending],
    rules,
    await sumCustomerBalance(trx, workspaceId),
  )
  const invoice = await insertInvoice(trx, {
    workspace_id: workspaceId,
    id: newId(times.created),
    subscription_id: sub.id,
    status: 'draft',
    period_start: periodStart,
    period_end: periodEnd,
    ...totals,
    discounts: JSON.stringify(discounts),
    next_attempt_at: times.final,
    created_at: times.created,
  })
  await insertInvoiceLines(trx, sub, lines, invoice.id, times.created)
  await assignPendingLines(trx, sub, invoice.id)
  return invoice
}

/** Finalizes a draft: assigns its number, the current payer data, and the applied balance. */
export async function finalizeInvoice(trx: Trx, invoice: LocalInvoiceRow, at: Date): Promise<void> {
  const { workspace_id: workspaceId, id, total_cents: totalCents } = invoice
  const balanceCents = Math.min(await sumCustomerBalance(trx, workspaceId), totalCents)
  if (balanceCents !== 0)
    await insertBalanceEntry(trx, {
      workspace_id: workspaceId,
      id: newId(at),
      amount_cents: 0 - balanceCents,
      reason: 'invoice',
      invoice_id: id,
      created_at: at,
    })
  await updateLocalInvoice(trx, invoice, {
    status: 'open',
    sequence: (await findLastSequence(trx, workspaceId)) + 1,
    balance_cents: balanceCents,
    amount_due_cents: totalCents - balanceCents,
    payer: JSON.stringify(await findInvoicePayer(trx, workspaceId)),
    finalized_at: at,
    next_attempt_at: null,
  })
}

/** Charges an open invoice to this card, or to the current one. Returns whether it is paid. */
export async function collectPayment(
  trx: Trx,
  invoice: LocalInvoiceRow,
  at: Date,
  given?: { id: string; ref: string },
): Promise<boolean> {
  const { workspace_id: workspaceId, id, amount_due_cents: amountDueCents } = invoice
  const attempts = invoice.attempts + 1
  if (amountDueCents > 0) {
    const card = given ?? (await findLocalSubscriptionCard(trx, workspaceId))
    try {
      if (!card) return await recordFailedAttempt(trx, invoice, attempts)
      await insertLocalCharge(
        trx,
        {
          workspace_id: workspaceId,
          key: `invoice-${id}-${attempts}`,
          card,
          amount_cents: amountDueCents,
          at,
        },
        id,
      )
    } catch (error) {
      if (toRefusal(error)?.list[0]?.code !== 'payment_failed') throw error
      return recordFailedAttempt(trx, invoice, attempts)
    }
  }
  await updateLocalInvoice(trx, invoice, {
    status: 'paid',
    paid_at: at,
    attempts,
    next_attempt_at: null,
  })
  return true
}
async function recordFailedAttempt(
  trx: Trx,
  invoice: LocalInvoiceRow,
  attempts: number,
): Promise<false> {
  await updateLocalInvoice(trx, invoice, { attempts })
  return false
}

/**
 * Schedules the next attempt after a failed regular one. Returns its time, or null after the last
 * attempt.
 */
export async function schedulePaymentRetry(
  trx: Trx,
  invoice: LocalInvoiceRow,
  at: Date,
): Promise<Date | null> {
  const gap = retryGapsMs[invoice.retries]
  const nextAttemptAt = gap === undefined ? null : new Date(at.getTime() + gap)
  await updateLocalInvoice(trx, invoice, {
    retries: invoice.retries + 1,
    next_attempt_at: nextAttemptAt,
  })
  return nextAttemptAt
}

/**
 * Discards an unpaid invoice: deletes a draft, voids a final one, and returns the applied balance.
 */
export async function discardInvoice(trx: Trx, invoice: LocalInvoiceRow, at: Date): Promise<void> {
  const { workspace_id: workspaceId, id, balance_cents: balanceCents } = invoice
  if (invoice.status === 'draft') {
    await deleteInvoice(trx, workspaceId, id)
    return
  }
  if (balanceCents !== 0)
    await insertBalanceEntry(trx, {
      workspace_id: workspaceId,
      id: newId(at),
      amount_cents: balanceCents,
      reason: 'void',
      invoice_id: id,
      created_at: at,
    })
  await updateLocalInvoice(trx, invoice, { status: 'void', voided_at: at, next_attempt_at: null })
}
