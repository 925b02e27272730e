import type { Language } from '#contract/common.ts'
import { findCharge, findInvoice } from '#server/adapters/billing/local/look.ts'
import { printInvoice, printReceipt } from '#server/adapters/billing/local/papers.ts'
import type { PayerOnPaper } from '#server/adapters/billing/local/rows.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'

/** An invoice of this team as PDF, in the reader's language. Drafts are not on paper yet. */
export async function invoicePaper(
  { db }: Services,
  workspace_id: string,
  id: string,
  language: Language,
): Promise<Buffer> {
  const found = await db.tenant(workspace_id, (trx) => findInvoice(trx, workspace_id, id))
  if (!found?.row.payer) fail('not_found')
  return printInvoice(language, found.row, found.lines, found.row.payer as PayerOnPaper)
}

/** A receipt of this team as PDF, in the reader's language. */
export async function receiptPaper(
  { db }: Services,
  workspace_id: string,
  id: string,
  language: Language,
): Promise<Buffer> {
  const { charge, invoice } = await db.tenant(workspace_id, async (trx) => {
    const found = await findCharge(trx, workspace_id, id)
    return {
      charge: found,
      invoice: found && (await findInvoice(trx, workspace_id, found.invoice_id)),
    }
  })
  if (!charge || !invoice?.row.payer) fail('not_found')
  return printReceipt(language, charge, invoice.row.payer as PayerOnPaper)
}
