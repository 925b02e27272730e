import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { DraftInvoiceLine } from './proration.ts'
import type { LocalSubscription } from './queries.ts'

export type LocalInvoiceRow = Selectable<Tables['local_invoices']>
export type LocalInvoiceLineRow = Selectable<Tables['local_invoice_lines']>
/** Payer data printed on an invoice. */
export type InvoicePayer = {
  team: string
  name: string
  email: string
  address: string
  country: string
  tax_id: string
}

/** Updates an invoice in the database and in memory. Its lines stay as loaded. */
export async function updateLocalInvoice(
  trx: Trx,
  invoice: LocalInvoiceRow,
  set: Updateable<Tables['local_invoices']>,
): Promise<void> {
  await trx
    .updateTable('local_invoices')
    .set(set)
    .where('workspace_id', '=', invoice.workspace_id)
    .where('id', '=', invoice.id)
    .execute()
  Object.assign(invoice, set)
}
/**
 * Returns the unsettled invoice of a subscription: a draft, or an open one. There is at most a
 * single one.
 */
export function findUnsettledInvoice(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
): Promise<LocalInvoiceRow | undefined> {
  return trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('status', 'in', ['draft', 'open'])
    .executeTakeFirst()
}
/** Returns lines that are waiting for the next invoice. */
export function findPendingLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
): Promise<LocalInvoiceLineRow[]> {
  return trx
    .selectFrom('local_invoice_lines')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('invoice_id', 'is', null)
    .orderBy('id')
    .execute()
}
export async function insertInvoiceLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
  lines: DraftInvoiceLine[],
  invoiceId: string | null,
  at: Date,
): Promise<void> {
  if (lines.length)
    await trx
      .insertInto('local_invoice_lines')
      .values(
        lines.map((line) => ({
          workspace_id: workspaceId,
          id: newId(at),
          subscription_id: id,
          invoice_id: invoiceId,
          ...line,
        })),
      )
      .execute()
}

export async function findInvoicePayer(trx: Trx, workspaceId: string): Promise<InvoicePayer> {
  return trx
    .selectFrom('billing_customers')
    .innerJoin('workspaces', 'workspaces.id', 'billing_customers.workspace_id')
    .where('workspace_id', '=', workspaceId)
    .select([
      'workspaces.name as team',
      'billing_customers.name',
      'email',
      'address',
      'country',
      'tax_id',
    ])
    .executeTakeFirstOrThrow()
}

/** Inserts an invoice and returns it. */
export function insertInvoice(
  trx: Trx,
  invoice: Insertable<Tables['local_invoices']>,
): Promise<LocalInvoiceRow> {
  return trx.insertInto('local_invoices').values(invoice).returningAll().executeTakeFirstOrThrow()
}

/** Moves all lines that wait for an invoice to this one. */
export async function assignPendingLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
  invoiceId: string,
): Promise<void> {
  await trx
    .updateTable('local_invoice_lines')
    .set({ invoice_id: invoiceId })
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('invoice_id', 'is', null)
    .execute()
}

/** Deletes the lines of a subscription that wait for an invoice. */
export async function deletePendingLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('local_invoice_lines')
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('invoice_id', 'is', null)
    .execute()
}

/** Deletes an invoice with its lines. */
export async function deleteInvoice(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('local_invoice_lines')
    .where('workspace_id', '=', workspaceId)
    .where('invoice_id', '=', id)
    .execute()
  await trx
    .deleteFrom('local_invoices')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function insertBalanceEntry(
  trx: Trx,
  entry: Insertable<Tables['local_balance_entries']>,
): Promise<void> {
  await trx.insertInto('local_balance_entries').values(entry).execute()
}

/** Returns the last number given to an invoice of the team; 0 before the first. */
export async function findLastSequence(trx: Trx, workspaceId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('local_invoices')
    .where('workspace_id', '=', workspaceId)
    .select((eb) => eb.fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Returns the lines of invoices by invoice id: period lines first, then prorated ones. */
export async function findLinesByInvoice(
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

/** Returns invoices older than the id `before`, newest first. */
export function listInvoices(
  trx: Trx,
  workspaceId: string,
  before: string | undefined,
  limit: number,
): Promise<LocalInvoiceRow[]> {
  return trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findInvoice(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<LocalInvoiceRow | undefined> {
  return trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
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

/** Returns charges for the subscription's invoices before the id `before`, newest first. */
export const listInvoiceCharges = (
  trx: Trx,
  workspaceId: string,
  before: string | undefined,
  limit: number,
) =>
  selectInvoiceCharges(trx, workspaceId)
    .$if(before !== undefined, (query) => query.where('c.id', '<', before ?? ''))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()

/** Returns a charge for an invoice of the team. */
export const findLocalCharge = (trx: Trx, workspaceId: string, id: string) =>
  selectInvoiceCharges(trx, workspaceId).where('c.id', '=', id).executeTakeFirst()
