import type { Language } from '#contract/schemas/common.ts'
import {
  type InvoicePayer,
  findLocalCharge,
} from '#server/modules/billing/local/invoice-queries.ts'
import { findLocalInvoice } from '#server/modules/billing/local/read-account.ts'
import { renderInvoicePdf, renderReceiptPdf } from '#server/modules/billing/local/invoice-pdf.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns an invoice of the team as PDF in the reader's language. Throws not_found for drafts. */
export async function loadInvoicePdf(
  { db }: Services,
  workspaceId: string,
  id: string,
  language: Language,
): Promise<Buffer> {
  const found = await db.readSnapshot(workspaceId, (trx) => findLocalInvoice(trx, workspaceId, id))
  if (!found?.row.payer) throwRefusal('not_found')
  return renderInvoicePdf(language, found.row, found.lines, found.row.payer as InvoicePayer)
}

/** Returns a receipt of the team as PDF in the reader's language. Throws not_found. */
export async function loadReceiptPdf(
  { db }: Services,
  workspaceId: string,
  id: string,
  language: Language,
): Promise<Buffer> {
  const { charge, invoice } = await db.readSnapshot(workspaceId, async (trx) => {
    const found = await findLocalCharge(trx, workspaceId, id)
    return {
      charge: found,
      invoice: found && (await findLocalInvoice(trx, workspaceId, found.invoice_id)),
    }
  })
  if (!charge || !invoice?.row.payer) throwRefusal('not_found')
  return renderReceiptPdf(language, charge, invoice.row.payer as InvoicePayer)
}
