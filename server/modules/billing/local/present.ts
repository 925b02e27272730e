import type { Invoice, Receipt } from '#contract/schemas/billing.ts'
import type { Language } from '#contract/schemas/common.ts'
import { apiPrefix } from '#contract/routes/route.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { DraftInvoiceLine, InvoiceTotals } from './proration.ts'
import { type LocalInvoiceLineRow, type LocalInvoiceRow } from './invoice-queries.ts'
import { parseAppliedDiscounts } from './stored-discounts.ts'

/** Returns the description of a line in the reader's language. */
function describeLine(
  language: Language,
  { kind, plan, quantity }: Pick<DraftInvoiceLine, 'kind' | 'plan' | 'quantity'>,
): string {
  return translatePlural(
    language,
    'invoices',
    kind === 'seats' ? 'line.seats' : `line.${kind}_${plan}`,
    quantity,
  )
}
export const presentInvoiceLine = (
  language: Language,
  line: DraftInvoiceLine,
): Invoice['lines'][number] => ({
  description: describeLine(language, line),
  amount: line.amount_cents,
  quantity: line.quantity,
  period_start: line.period_start.toISOString(),
  period_end: line.period_end.toISOString(),
})
const presentTotals = ({
  subtotal_cents: subtotalCents,
  discounts,
  total_cents: totalCents,
  balance_cents: balanceCents,
  amount_due_cents: amountDueCents,
}: InvoiceTotals) => ({
  subtotal: subtotalCents,
  discounts,
  total: totalCents,
  balance_applied: balanceCents,
  amount_due: amountDueCents,
})

/**
 * Returns the invoice number: letters of the team, and a sequence without gaps. Null for drafts.
 */
export const formatInvoiceNumber = ({
  workspace_id: workspaceId,
  sequence,
}: Pick<LocalInvoiceRow, 'workspace_id' | 'sequence'>) =>
  sequence === null
    ? null
    : `${workspaceId.slice(-8).toUpperCase()}-${String(sequence).padStart(4, '0')}`

export function presentInvoice(
  language: Language,
  row: LocalInvoiceRow,
  lines: LocalInvoiceLineRow[],
): Invoice {
  return {
    id: row.id,
    number: formatInvoiceNumber(row),
    label: row.status,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    created: row.created_at.toISOString(),
    next_payment_attempt: row.next_attempt_at?.toISOString() ?? null,
    payment_failed: row.status !== 'paid' && row.attempts > 0,
    lines: lines.map((line) => presentInvoiceLine(language, line)),
    ...presentTotals({ ...row, discounts: parseAppliedDiscounts(row) }),
    pdf_url: row.sequence === null ? null : `${apiPrefix}/billing/invoices/${row.id}/invoice.pdf`,
  }
}

type UpcomingPeriod = { period_start: Date; period_end: Date; created: Date; charged: Date }
/** Returns an upcoming invoice in the API's shape. */
export function presentUpcomingInvoice(
  language: Language,
  { period_start: periodStart, period_end: periodEnd, created, charged }: UpcomingPeriod,
  lines: DraftInvoiceLine[],
  totals: InvoiceTotals,
): Invoice {
  return {
    id: 'upcoming',
    number: null,
    label: 'upcoming',
    period_start: periodStart.toISOString(),
    period_end: periodEnd.toISOString(),
    created: created.toISOString(),
    next_payment_attempt: charged.toISOString(),
    payment_failed: false,
    lines: lines.map((line) => presentInvoiceLine(language, line)),
    ...presentTotals(totals),
    pdf_url: null,
  }
}

export type ChargeRow = {
  id: string
  created_at: Date
  amount_cents: number
  refunded_cents: number
  brand: string
  last4: string
  workspace_id: string
  sequence: number | null
}
export const presentReceipt = (charge: ChargeRow): Receipt => ({
  id: charge.id,
  created: charge.created_at.toISOString(),
  amount: charge.amount_cents,
  refunded: charge.refunded_cents > 0,
  brand: charge.brand,
  last4: charge.last4,
  invoice_number: formatInvoiceNumber(charge),
  url: `${apiPrefix}/billing/invoices/receipts/${charge.id}/receipt.pdf`,
})

/** Returns the name of a discount for invoices. */
export const formatDiscountName = (
  language: Language,
  { code, lifetime }: { code: string; lifetime: boolean },
) =>
  lifetime
    ? translate(language, 'invoices', 'discount.lifetime')
    : translate(language, 'invoices', 'discount.promo', { code })
