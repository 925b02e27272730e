import type { Invoice, Receipt } from '#contract/billing.ts'
import type { Language } from '#contract/common.ts'
import type { Account, Order, PageAsk, Subscription } from '#server/adapters/billing/billing.ts'
import { decodeIdCursor } from '#server/platform/cursors.ts'
import type { Trx } from '#server/platform/database.ts'
import { firstPayment, rulesOfOrder } from './acts.ts'
import { draft_ms } from './invoices.ts'
import { type ChargeRow, presentComing, presentInvoice, presentReceipt } from './present.ts'
import { boundary, netOf, periodLines, rulesAt, totalsOf, unusedLine } from './prices.ts'
import {
  balanceOf,
  cardInUse,
  findLast,
  findPending,
  findPromo,
  findUnsettled,
  type InvoiceRow,
  type LineRow,
  rulesOf,
  type Sub,
} from './rows.ts'

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function presentSub(trx: Trx, sub: Sub, at: Date): Promise<Subscription> {
  const open = sub.status === 'past_due' ? await findUnsettled(trx, sub) : undefined
  const rules = rulesAt(rulesOf(sub), sub.status === 'trialing' ? sub.period_end : at)
  const {
    id: ref,
    status,
    plan,
    quantity,
    cancel_at_period_end,
    period_start,
    period_end,
    ended_at,
    unpaid,
  } = sub
  return {
    ref,
    status,
    plan,
    quantity,
    cancel_at_period_end,
    period_start,
    period_end,
    ended_at,
    unpaid,
    amount: netOf(plan, quantity, rules),
    discounts: rules.map((one) => ({ ...one, amount: null })),
    open_invoice: open
      ? { amount: open.amount_due_cents, next_attempt_at: open.next_attempt_at }
      : null,
  }
}

/** Everything that may have changed. */
export async function readAccount(trx: Trx, workspace_id: string, at: Date): Promise<Account> {
  const sub = await findLast(trx, workspace_id)
  const card = await cardInUse(trx, workspace_id)
  return {
    subscription: sub ? await presentSub(trx, sub, at) : null,
    balance: await balanceOf(trx, workspace_id),
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
async function balanceAfter(trx: Trx, sub: Sub): Promise<number> {
  const draft = await findUnsettled(trx, sub)
  const balance = await balanceOf(trx, sub.workspace_id)
  return draft?.status === 'draft' ? balance - Math.min(balance, draft.total_cents) : balance
}

/** The next invoice of a subscription that runs; null where nothing comes any more. */
async function nextInvoice(trx: Trx, sub: Sub, language: Language): Promise<Invoice | null> {
  const created = sub.period_end
  const pending = await findPending(trx, sub)
  if (sub.cancel_at_period_end && !pending.length) return null
  const period = {
    period_start: created,
    period_end: boundary(sub.anchor, sub.plan, sub.period + 1),
  }
  const lines = [
    ...(sub.cancel_at_period_end ? [] : periodLines({ ...sub, ...period })),
    ...pending,
  ]
  const totals = totalsOf(lines, rulesAt(rulesOf(sub), created), await balanceAfter(trx, sub))
  return presentComing(
    language,
    { ...period, created, charged: sub.cancel_at_period_end ? created : later(created, draft_ms) },
    lines,
    totals,
  )
}

/**
 * The invoice of a change to another plan: made out now; in the trial the first one, at its end.
 */
async function changeInvoice(
  trx: Trx,
  sub: Sub,
  order: Order,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const changed = { ...sub, plan: order.plan, quantity: order.seats }
  if (sub.status === 'trialing') return nextInvoice(trx, changed, language)
  const period = { period_start: at, period_end: boundary(at, order.plan, 1) }
  const lines = [
    ...periodLines({ ...changed, ...period }),
    ...(await findPending(trx, sub)),
    unusedLine(sub, rulesOf(sub), at),
  ]
  return presentComing(
    language,
    { ...period, created: at, charged: at },
    lines,
    totalsOf(lines, rulesAt(rulesOf(sub), at), await balanceAfter(trx, sub)),
  )
}

/** The first invoice of an order. Refuses with promo_invalid. */
async function firstInvoice(
  trx: Trx,
  workspace_id: string,
  order: Order,
  language: Language,
  at: Date,
): Promise<Invoice> {
  const created = firstPayment(order, at)
  const rules = rulesOfOrder(
    order,
    order.promo === null ? null : await findPromo(trx, order.promo, at),
    created,
  )
  const period = { period_start: created, period_end: boundary(created, order.plan, 1) }
  const lines = periodLines({ plan: order.plan, quantity: order.seats, ...period })
  return presentComing(
    language,
    { ...period, created, charged: created > at ? later(created, draft_ms) : created },
    lines,
    totalsOf(lines, rulesAt(rules, created), await balanceOf(trx, workspace_id)),
  )
}

/** The invoice that comes next: of the running subscription, of its change, or of a first order. */
export async function preview(
  trx: Trx,
  workspace_id: string,
  order: Order | null,
  language: Language,
  at: Date,
): Promise<Invoice | null> {
  const sub = await findLast(trx, workspace_id)
  const runs = sub && sub.status !== 'canceled'
  if (!order) return runs ? nextInvoice(trx, sub, language) : null
  return runs
    ? changeInvoice(trx, sub, order, language, at)
    : firstInvoice(trx, workspace_id, order, language, at)
}

/** Lines of invoices: the period first, then what was prorated. */
async function linesOf(
  trx: Trx,
  workspace_id: string,
  invoice_ids: string[],
): Promise<Map<string | null, LineRow[]>> {
  if (!invoice_ids.length) return new Map()
  const rows = await trx
    .selectFrom('local_invoice_lines')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('invoice_id', 'in', invoice_ids)
    .orderBy((eb) => eb('kind', 'in', ['base', 'seats']), 'desc')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.invoice_id)
}

/** Invoices, newest first. */
export async function listInvoices(
  trx: Trx,
  workspace_id: string,
  { after, limit, language }: PageAsk,
): Promise<{ items: Invoice[]; next_cursor: string | null }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .$if(from !== undefined, (query) => query.where('id', '<', from ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  const lines = await linesOf(
    trx,
    workspace_id,
    items.map((row) => row.id),
  )
  return {
    items: items.map((row) => presentInvoice(language, row, lines.get(row.id) ?? [])),
    next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}
/** One invoice with its lines, of this team. */
export async function findInvoice(
  trx: Trx,
  workspace_id: string,
  id: string,
): Promise<{ row: InvoiceRow; lines: LineRow[] } | undefined> {
  const row = await trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { row, lines: (await linesOf(trx, workspace_id, [id])).get(id) ?? [] }
}

const chargesOf = (trx: Trx, workspace_id: string) =>
  trx
    .selectFrom('local_charges as c')
    .innerJoin('local_invoices as i', (join) =>
      join.onRef('i.workspace_id', '=', 'c.workspace_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .innerJoin('cards', (join) =>
      join.onRef('cards.workspace_id', '=', 'c.workspace_id').onRef('cards.id', '=', 'c.card_id'),
    )
    .where('c.workspace_id', '=', workspace_id)
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
export async function listReceipts(
  trx: Trx,
  workspace_id: string,
  { after, limit }: PageAsk,
): Promise<{ items: Receipt[]; has_more: boolean }> {
  const from = decodeIdCursor(after ?? undefined)
  const rows = await chargesOf(trx, workspace_id)
    .$if(from !== undefined, (query) => query.where('c.id', '<', from ?? ''))
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { items: rows.slice(0, limit).map(presentReceipt), has_more: rows.length > limit }
}
/** One charge of an invoice, of this team. */
export function findCharge(
  trx: Trx,
  workspace_id: string,
  id: string,
): Promise<(ChargeRow & { invoice_id: string }) | undefined> {
  return chargesOf(trx, workspace_id).where('c.id', '=', id).executeTakeFirst()
}
