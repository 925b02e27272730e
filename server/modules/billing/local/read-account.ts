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
import { computeFirstPaymentAt, buildDiscountRules } from './commands.ts'
import { draftLifetimeMs } from './invoices.ts'
import { presentUpcomingInvoice, presentInvoice, presentReceipt } from './present.ts'
import {
  computePeriodBoundary,
  computeNetPrice,
  buildPeriodLines,
  filterActiveDiscounts,
  computeInvoiceTotals,
  buildUnusedLine,
} from './proration.ts'
import {
  type LocalInvoiceLineRow,
  type LocalInvoiceRow,
  findInvoice,
  findLinesByInvoice,
  findPendingLines,
  findUnsettledInvoice,
  listInvoiceCharges,
  listInvoices,
} from './invoice-queries.ts'
import {
  type LocalSubscription,
  findLatestSubscription,
  findLocalSubscriptionCard,
  findPromotion,
  sumCustomerBalance,
} from './queries.ts'
import { parseDiscountRules } from './stored-discounts.ts'

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function presentLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  at: Date,
): Promise<Subscription> {
  const open = sub.status === 'past_due' ? await findUnsettledInvoice(trx, sub) : undefined
  const rules = filterActiveDiscounts(
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
    discounts: rules.map((rule) => ({ ...rule, amount: null })),
    open_invoice: open
      ? { amount: open.amount_due_cents, next_attempt_at: open.next_attempt_at }
      : null,
  }
}

/** Returns the subscription, card and balance. */
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
    is_deleted: false,
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

/** Returns the balance that remains after the open draft. */
async function computeBalanceAfterDraft(trx: Trx, sub: LocalSubscription): Promise<number> {
  const draft = await findUnsettledInvoice(trx, sub)
  const balance = await sumCustomerBalance(trx, sub.workspace_id)
  return draft?.status === 'draft' ? balance - Math.min(balance, draft.total_cents) : balance
}

/** Returns the next invoice of a live subscription, or null if there is none. */
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
    period_end: computePeriodBoundary(sub.anchor, sub.plan, sub.period + 1),
  }
  const lines = [
    ...(sub.cancel_at_period_end ? [] : buildPeriodLines({ ...sub, ...period })),
    ...pending,
  ]
  const totals = computeInvoiceTotals(
    lines,
    filterActiveDiscounts(parseDiscountRules(sub), created),
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

/** Returns the invoice of a plan change: due now, or the first invoice at the end of a trial. */
async function previewPlanChange(
  trx: Trx,
  sub: LocalSubscription,
  order: SubscriptionOrder,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const changed = { ...sub, plan: order.plan, quantity: order.seats }
  if (sub.status === 'trialing') return previewRenewal(trx, changed, language)
  const period = { period_start: at, period_end: computePeriodBoundary(at, order.plan, 1) }
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
      filterActiveDiscounts(parseDiscountRules(sub), at),
      await computeBalanceAfterDraft(trx, sub),
    ),
  )
}

/** Returns the first invoice of an order. Throws promo_invalid. */
async function previewFirstInvoice(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder,
  language: Language,
  at: Date,
): Promise<Invoice> {
  const created = computeFirstPaymentAt(order, at)
  const rules = buildDiscountRules(
    order,
    order.promo === null ? null : await findPromotion(trx, order.promo, at),
    created,
  )
  const period = {
    period_start: created,
    period_end: computePeriodBoundary(created, order.plan, 1),
  }
  const lines = buildPeriodLines({ plan: order.plan, quantity: order.seats, ...period })
  return presentUpcomingInvoice(
    language,
    { ...period, created, charged: created > at ? addMs(created, draftLifetimeMs) : created },
    lines,
    computeInvoiceTotals(
      lines,
      filterActiveDiscounts(rules, created),
      await sumCustomerBalance(trx, workspaceId),
    ),
  )
}

/** Returns the next invoice: of the live subscription, of its plan change, or of a first order. */
export async function previewLocalInvoice(
  trx: Trx,
  workspaceId: string,
  order: SubscriptionOrder | null,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const sub = await findLatestSubscription(trx, workspaceId)
  const isLive = sub && sub.status !== 'canceled'
  if (!order) return isLive ? previewRenewal(trx, sub, language) : null
  return isLive
    ? previewPlanChange(trx, sub, order, language, at)
    : previewFirstInvoice(trx, workspaceId, order, language, at)
}

/** Returns a page of invoices, newest first. */
export async function listLocalInvoices(
  trx: Trx,
  workspaceId: string,
  { after, limit, language }: BillingPageRequest,
): Promise<{ items: Invoice[]; next_cursor: string | null }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await listInvoices(trx, workspaceId, from, limit + 1)
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
/** Returns an invoice of the team with its lines. */
export async function findLocalInvoice(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ row: LocalInvoiceRow; lines: LocalInvoiceLineRow[] } | undefined> {
  const row = await findInvoice(trx, workspaceId, id)
  return row && { row, lines: (await findLinesByInvoice(trx, workspaceId, [id])).get(id) ?? [] }
}

/** Returns a page of charges for the subscription's invoices, newest first. */
export async function listLocalReceipts(
  trx: Trx,
  workspaceId: string,
  { after, limit }: BillingPageRequest,
): Promise<{ items: Receipt[]; has_more: boolean }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await listInvoiceCharges(trx, workspaceId, from, limit + 1)
  return { items: rows.slice(0, limit).map(presentReceipt), has_more: rows.length > limit }
}
