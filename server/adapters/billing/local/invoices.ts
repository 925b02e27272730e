import { insertLocalCharge } from '#server/adapters/cards/local.ts'
import type { Trx } from '#server/platform/database.ts'
import { toRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type DraftInvoiceLine, type DiscountRule, computeInvoiceTotals } from './prices.ts'
import {
  insertInvoiceLines,
  sumCustomerBalance,
  findLocalSubscriptionCard,
  findPendingLines,
  type LocalInvoiceRow,
  updateLocalInvoice,
  findInvoicePayer,
  type LocalSubscription,
} from './rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A draft can be looked at for an hour before it becomes final and is charged. */
export const draftLifetimeMs = hourMs
/**
 * From one attempt at an open invoice to the next, so that they come 1, 3, 5 and 7 days after the
 * first. Then it is over.
 */
const retry_gaps_ms = [1, 2, 2, 2].map((days) => days * dayMs)

/** Makes a draft of these lines and of those that wait. `at` null: it becomes final at once. */
export async function createDraftInvoice(
  trx: Trx,
  sub: LocalSubscription,
  lines: DraftInvoiceLine[],
  rules: DiscountRule[],
  moments: { created: Date; final: Date | null },
  { period_start, period_end }: { period_start: Date; period_end: Date },
): Promise<LocalInvoiceRow> {
  const { workspace_id } = sub
  const pending = await findPendingLines(trx, sub)
  const { discounts, ...totals } = computeInvoiceTotals(
    [...lines, ...pending],
    rules,
    await sumCustomerBalance(trx, workspace_id),
  )
  const invoice = await trx
    .insertInto('local_invoices')
    .values({
      workspace_id,
      id: newId(moments.created),
      subscription_id: sub.id,
      status: 'draft',
      period_start,
      period_end,
      ...totals,
      discounts: JSON.stringify(discounts),
      next_attempt_at: moments.final,
      created_at: moments.created,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertInvoiceLines(trx, sub, lines, invoice.id, moments.created)
  await trx
    .updateTable('local_invoice_lines')
    .set({ invoice_id: invoice.id })
    .where('workspace_id', '=', workspace_id)
    .where('subscription_id', '=', sub.id)
    .where('invoice_id', 'is', null)
    .execute()
  return invoice
}

/** A draft becomes final: it takes its number, who pays as of now, and what the balance gives. */
export async function finalizeInvoice(trx: Trx, invoice: LocalInvoiceRow, at: Date): Promise<void> {
  const { workspace_id, id, total_cents } = invoice
  const balance_cents = Math.min(await sumCustomerBalance(trx, workspace_id), total_cents)
  if (balance_cents !== 0)
    await trx
      .insertInto('local_balance_entries')
      .values({
        workspace_id,
        id: newId(at),
        amount_cents: 0 - balance_cents,
        reason: 'invoice',
        invoice_id: id,
        created_at: at,
      })
      .execute()
  const { last } = await trx
    .selectFrom('local_invoices')
    .where('workspace_id', '=', workspace_id)
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  await updateLocalInvoice(trx, invoice, {
    status: 'open',
    sequence: (last ?? 0) + 1,
    balance_cents,
    amount_due_cents: total_cents - balance_cents,
    payer: JSON.stringify(await findInvoicePayer(trx, workspace_id)),
    finalized_at: at,
    next_attempt_at: null,
  })
}

/** Tries to have an open invoice paid, by this card or by the one in use. Answers whether it is. */
export async function collectPayment(
  trx: Trx,
  invoice: LocalInvoiceRow,
  at: Date,
  given?: { id: string; ref: string },
): Promise<boolean> {
  const { workspace_id, id, amount_due_cents } = invoice
  const attempts = invoice.attempts + 1
  if (amount_due_cents > 0) {
    const card = given ?? (await findLocalSubscriptionCard(trx, workspace_id))
    try {
      if (!card) return await recordFailedAttempt(trx, invoice, attempts)
      await insertLocalCharge(
        trx,
        {
          workspace_id,
          key: `invoice-${id}-${attempts}`,
          card,
          amount_cents: amount_due_cents,
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
 * An attempt that the calendar made came to nothing: when the next one is, null where that was the
 * last.
 */
export async function schedulePaymentRetry(
  trx: Trx,
  invoice: LocalInvoiceRow,
  at: Date,
): Promise<Date | null> {
  const gap = retry_gaps_ms[invoice.retries]
  const next_attempt_at = gap === undefined ? null : new Date(at.getTime() + gap)
  await updateLocalInvoice(trx, invoice, { retries: invoice.retries + 1, next_attempt_at })
  return next_attempt_at
}

/**
 * Nobody will pay this any more: a draft goes, what was final is void, and what the balance gave
 * comes back.
 */
export async function discardInvoice(trx: Trx, invoice: LocalInvoiceRow, at: Date): Promise<void> {
  const { workspace_id, id, balance_cents } = invoice
  if (invoice.status === 'draft') {
    await trx
      .deleteFrom('local_invoice_lines')
      .where('workspace_id', '=', workspace_id)
      .where('invoice_id', '=', id)
      .execute()
    await trx
      .deleteFrom('local_invoices')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
    return
  }
  if (balance_cents !== 0)
    await trx
      .insertInto('local_balance_entries')
      .values({
        workspace_id,
        id: newId(at),
        amount_cents: balance_cents,
        reason: 'void',
        invoice_id: id,
        created_at: at,
      })
      .execute()
  await updateLocalInvoice(trx, invoice, { status: 'void', voided_at: at, next_attempt_at: null })
}
