import type * as queries from '#server/modules/billing/local/invoice-queries.ts'
import {
  assignPendingLines,
  deleteInvoice,
  deletePendingLines,
  findInvoice,
  findInvoicePayer,
  findLastSequence,
  findLinesByInvoice,
  findLocalCharge,
  findPendingLines,
  findUnsettledInvoice,
  insertBalanceEntry,
  insertInvoice,
  insertInvoiceLines,
  listInvoiceCharges,
  listInvoices,
  updateLocalInvoice,
} from '#server/modules/billing/local/invoice-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const subscription = { workspace_id: example.workspaceId, id: example.id }
const period = { period_start: example.at, period_end: example.at }
const line = {
  ...period,
  kind: 'base' as const,
  plan: 'month' as const,
  quantity: 10,
  amount_cents: 9_000,
}
const invoice = {
  ...period,
  workspace_id: example.workspaceId,
  id: example.id,
  subscription_id: example.id,
  status: 'draft' as const,
  subtotal_cents: 9_000,
  total_cents: 9_000,
  balance_cents: 0,
  amount_due_cents: 9_000,
  discounts: '[]',
  created_at: example.at,
}
const entry = {
  workspace_id: example.workspaceId,
  id: example.id,
  amount_cents: -100,
  reason: 'invoice' as const,
  invoice_id: example.id,
  created_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/billing/local/invoice-queries.ts', {
  updateLocalInvoice: ({ trx }) =>
    updateLocalInvoice(trx, invoice as queries.LocalInvoiceRow, { status: 'paid' }),
  findUnsettledInvoice: ({ trx }) => findUnsettledInvoice(trx, subscription),
  findPendingLines: ({ trx }) => findPendingLines(trx, subscription),
  insertInvoiceLines: ({ trx }) =>
    insertInvoiceLines(trx, subscription, [line], example.id, example.at),
  findInvoicePayer: ({ trx }) => findInvoicePayer(trx, example.workspaceId),
  insertInvoice: ({ trx }) => insertInvoice(trx, invoice),
  assignPendingLines: ({ trx }) => assignPendingLines(trx, subscription, example.id),
  deletePendingLines: ({ trx }) => deletePendingLines(trx, subscription),
  deleteInvoice: ({ trx }) => deleteInvoice(trx, example.workspaceId, example.id),
  insertBalanceEntry: ({ trx }) => insertBalanceEntry(trx, entry),
  findLastSequence: ({ trx }) => findLastSequence(trx, example.workspaceId),
  findLinesByInvoice: ({ trx }) => findLinesByInvoice(trx, example.workspaceId, [example.id]),
  listInvoices: ({ trx }) => listInvoices(trx, example.workspaceId, example.id, 20),
  findInvoice: ({ trx }) => findInvoice(trx, example.workspaceId, example.id),
  listInvoiceCharges: ({ trx }) => listInvoiceCharges(trx, example.workspaceId, example.id, 20),
  findLocalCharge: ({ trx }) => findLocalCharge(trx, example.workspaceId, example.id),
})
