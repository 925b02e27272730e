import type { Invoice, Receipt } from '#contract/schemas/billing.ts'
import type { Language } from '#contract/schemas/common.ts'
import type {
  BillingAccount,
  SubscriptionOrder,
  BillingPageRequest,
  Subscription,
} from '#server/adapters/billing/billing-provider.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { firstPaymentAt, buildDiscountRules } from './commands.ts'
import { draftLifetimeMs } from './invoices.ts'
import {
  type ChargeRow,
  presentUpcomingInvoice,
  presentInvoice,
  presentReceipt,
} from './present.ts'
import {
  periodBoundary,
  computeNetPrice,
  buildPeriodLines,
  activeDiscountRules,
  computeInvoiceTotals,
  buildUnusedLine,
} from './proration.ts'
import {
  sumCustomerBalance,
  findLocalSubscriptionCard,
  findLatestSubscription,
  findPendingLines,
  findPromotion,
  findUnsettledInvoice,
  type LocalInvoiceRow,
  type LocalInvoiceLineRow,
  parseDiscountRules,
  type LocalSubscription,
} from './repository.ts'

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function presentLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  at: Date,
): Promise<Subscription> {
  const open = sub.status === 'past_due' ? await findUnsettledInvoice(trx, sub) : undefined
  const rules = activeDiscountRules(
    parseDiscountRules(sub),
    sub.status === 'trialing' ? sub.period_end : at,
  )
  const {
    id: ref,
    status,
    plan,
    quantity,
    cancel_at_period_end: cancelAtPeriodEnd,
    period_start: periodStart,
    period_end: periodEnd,
    ended_at: endedAt,
    unpaid,
  } = sub
  return {
    ref,
    status,
    plan,
    quantity,
    cancel_at_period_end: cancelAtPeriodEnd,
    period_start: periodStart,
    period_end: periodEnd,
    ended_at: endedAt,
    unpaid,
    amount: computeNetPrice(plan, quantity, rules),
    discounts: rules.map((one) => ({ ...one, amount: null })),
    open_invoice: open
      ? { amount: open.amount_due_cents, next_attempt_at: open.next_attempt_at }
      : null,
  }
}

/** Everything that may have changed. */
export async function fetchLocalAccount(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<BillingAccount> {
  const sub = await findLatestSubscription(trx, workspaceId)
  const card = await findLocalSubscriptionCard(trx, workspaceId)
  return {
    subscription: sub ? await presentLocalSubscription(trx, sub, at) : null,
    balance: await sumCustomerBalance(trx, workspaceId),
    card: card
      ? {
          ref: card.ref,
          brand: card.brand,
          last4: card.last4,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
        }
      : null,
  }
}

/** What the balance will still give once a draft has taken its part. */
async function computeBalanceAfterDraft(trx: Trx, sub: LocalSubscription): Promise<number> {
  const draft = await findUnsettledInvoice(trx, sub)
  const balance = await sumCustomerBalance(trx, sub.workspace_id)
  return draft?.status === 'draft' ? balance - Math.min(balance, draft.total_cents) : balance
}

/** The next invoice of a subscription that runs; null where nothing comes any more. */
async function previewRenewal(
  trx: Trx,
  sub: LocalSubscription,
  language: Language,
): Promise<Invoice | null> {
  const created = sub.period_end
  const pending = await findPendingLines(trx, sub)
  if (sub.cancel_at_period_end && !pending.length) return null
  const period = {
    period_start: created,
    period_end: periodBoundary(sub.anchor, sub.plan, sub.period + 1),
  }
  const lines = [
    ...(sub.cancel_at_period_end ? [] : buildPeriodLines({ ...sub, ...period })),
    ...pending,
  ]
  const totals = computeInvoiceTotals(
    lines,
    activeDiscountRules(parseDiscountRules(sub), created),
    await computeBalanceAfterDraft(trx, sub),
  )
  return presentUpcomingInvoice(
    language,
    {
      ...period,
      created,
      charged: sub.cancel_at_period_end ? created : addMs(created, draftLifetimeMs),
    },
    lines,
    totals,
  )
}

/**
 * The invoice of a change to another plan: made out now; in the trial the first one, at its end.
 */
async function previewPlanChange(
  trx: Trx,
  sub: LocalSubscription,
  order: SubscriptionOrder,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const changed = { ...sub, plan: order.plan, quantity: order.seats }
  if (sub.status === 'trialing') return previewRenewal(trx, changed, language)
  const period = { period_start: at, period_end: periodBoundary(at, order.plan, 1) }
  const lines = [
    ...buildPeriodLines({ ...changed, ...period }),
    ...(await findPendingLines(trx, sub)),
    buildUnusedLine(sub, parseDiscountRules(sub), at),
  ]
  return presentUpcomingInvoice(
    language,
    { ...period, created: at, charged: at },
    lines,
    computeInvoiceTotals(
      lines,
      activeDiscountRules(parseDiscountRules(sub), at),
      await computeBalanceAfterDraft(trx, sub),
    ),
  )
}

/** The first invoice of an order. Refuses with promo_invalid. */
async function previewFirstInvoice(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder,
  language: Language,
  at: Date,
): Promise<Invoice> {
  const created = firstPaymentAt(order, at)
  const rules = buildDiscountRules(
    order,
    order.promo === null ? null : await findPromotion(trx, order.promo, at),
    created,
  )
  const period = { period_start: created, period_end: periodBoundary(created, order.plan, 1) }
  const lines = buildPeriodLines({ plan: order.plan, quantity: order.seats, ...period })
  return presentUpcomingInvoice(
    language,
    { ...period, created, charged: created > at ? addMs(created, draftLifetimeMs) : created },
    lines,
    computeInvoiceTotals(
      lines,
      activeDiscountRules(rules, created),
      await sumCustomerBalance(trx, workspaceId),
    ),
  )
}

/** The invoice that comes next: of the running subscription, of its change, or of a first order. */
export async function previewLocalInvoice(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder | null,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const sub = await findLatestSubscription(trx, workspaceId)
  const runs = sub && sub.status !== 'canceled'
  if (!order) return runs ? previewRenewal(trx, sub, language) : null
  return runs
    ? previewPlanChange(trx, sub, order, language, at)
    : previewFirstInvoice(trx, workspaceId, order, language, at)
}

/** Lines of invoices: the period first, then what was prorated. */
async function findLinesByInvoice(
  trx: Trx,
  workspaceId: string,
  invoiceIds: string[],
): Promise<Map<string | null, LocalInvoiceLineRow[]>> {
  if (!invoiceIds.length) return new Map()
  const rows = await trx
    .selectFrom('local_invoice_lines')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('invoice_id', 'in', invoiceIds)
    .orderBy((eb) => eb('kind', 'in', ['base', 'seats']), 'desc')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.invoice_id)
}

/** Invoices, newest first. */
export async function listLocalInvoices(
  trx: Trx,
  workspaceId: string,
  { after, limit, language }: BillingPageRequest,
): Promise<{ items: Invoice[]; next_cursor: string | null }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(from !== undefined, (query) => query.where('id', '<', from ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const lines = await findLinesByInvoice(
    trx,
    workspaceId,
    items.map((row) => row.id),
  )
  return {
    items: items.map((row) => presentInvoice(language, row, lines.get(row.id) ?? [])),
    next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}
/** One invoice with its lines, of this team. */
export async function findLocalInvoice(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ row: LocalInvoiceRow; lines: LocalInvoiceLineRow[] } | undefined> {
  const row = await trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { row, lines: (await findLinesByInvoice(trx, workspaceId, [id])).get(id) ?? [] }
}

const selectInvoiceCharges = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('local_charges as c')
    .innerJoin('local_invoices as i', (join) =>
      join.onRef('i.workspace_id', '=', 'c.workspace_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .innerJoin('cards', (join) =>
      join.onRef('cards.workspace_id', '=', 'c.workspace_id').onRef('cards.id', '=', 'c.card_id'),
    )
    .where('c.workspace_id', '=', workspaceId)
    .select([
      'c.id',
      'c.workspace_id',
      'c.created_at',
      'c.amount_cents',
      'c.refunded_cents',
      'cards.brand',
      'cards.last4',
      'i.sequence',
      'i.id as invoice_id',
    ])

/** Charges of the subscription's invoices, newest first. */
export async function listLocalReceipts(
  trx: Trx,
  workspaceId: string,
  { after, limit }: BillingPageRequest,
): Promise<{ items: Receipt[]; has_more: boolean }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await selectInvoiceCharges(trx, workspaceId)
    .$if(from !== undefined, (query) => query.where('c.id', '<', from ?? ''))
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { items: rows.slice(0, limit).map(presentReceipt), has_more: rows.length > limit }
}
/** One charge of an invoice, of this team. */
export function findLocalCharge(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<(ChargeRow & { invoice_id: string }) | undefined> {
  return selectInvoiceCharges(trx, workspaceId).where('c.id', '=', id).executeTakeFirst()
}
