import type { Language } from '#contract/schemas/common.ts'
import { translate, bcp47Tag } from '#server/platform/i18n/messages.ts'
import {
  accentColor,
  contentBottom,
  contentColumn,
  dimColor,
  columnGap,
  inkColor,
  lineColor,
  createPdfDocument,
  type PdfDocument,
  noteBackground,
  contentWidth,
} from './pdf-document.ts'
import {
  type ChargeRow,
  formatDiscountName,
  formatInvoiceNumber,
  presentInvoiceLine,
} from './present.ts'
import type { InvoicePayer, LocalInvoiceLineRow, LocalInvoiceRow } from './invoice-queries.ts'
import { parseAppliedDiscounts } from './stored-discounts.ts'

/** Removes emoji, which no PDF font has. A text of emoji only stays unchanged. */
const stripEmoji = (text: string) =>
  text
    .replaceAll(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\uFE0F|\u200D/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim() || text

/** Returns formatters for money, dates and country names. U+202F is missing in our fonts. */
function createFormatter(language: Language) {
  const tag = bcp47Tag(language)
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(tag, { type: 'region' })
  const plain = (text: string) => text.replaceAll('\u202f', '\u00a0')
  return {
    text: (key: string, params?: Record<string, string>) =>
      translate(language, 'invoices', key, params),
    money: (cents: number) => plain(money.format(cents / 100)),
    day: (at: Date) => plain(days.format(at)),
    span: (from: Date, to: Date) => plain(`${days.format(from)} – ${days.format(to)}`),
    country: (code: string) => (code ? (countries.of(code) ?? code) : ''),
  }
}
type Formatter = ReturnType<typeof createFormatter>

/** Draws the header of a document: title, payer, and facts. */
function drawHeader(
  { doc }: PdfDocument,
  format: Formatter,
  title: string,
  payer: InvoicePayer,
  facts: [string, string][],
): void {
  doc.rect(contentColumn.left, 48, 28, 4).fill(accentColor)
  doc
    .fillColor(inkColor)
    .font('bold')
    .fontSize(24)
    .text(title, contentColumn.left, 62, { width: contentWidth })
  doc.font('regular').fontSize(10).fillColor(dimColor).text('Laurel', { width: contentWidth })
  doc.moveDown(1.5)
  const top = doc.y
  const half = contentWidth / 2 - columnGap
  doc
    .font('semibold')
    .fontSize(9)
    .fillColor(dimColor)
    .text(format.text('paper.billed_to'), contentColumn.left, top, { width: half })
    .moveDown(0.3)
  doc
    .font('semibold')
    .fontSize(11)
    .fillColor(inkColor)
    .text(stripEmoji(payer.name), { width: half })
  doc.font('regular').fontSize(10)
  const rows = [
    payer.name === payer.team ? '' : `${format.text('paper.team')}: ${stripEmoji(payer.team)}`,
    stripEmoji(payer.address),
    format.country(payer.country),
    payer.tax_id ? format.text('paper.tax_id', { tax_id: payer.tax_id }) : '',
    payer.email,
  ]
  for (const row of rows.filter(Boolean)) doc.text(row, { width: half })
  const leftEnd = doc.y
  doc.y = top
  for (const [name, fact] of facts) {
    doc
      .font('semibold')
      .fontSize(9)
      .fillColor(dimColor)
      .text(name, contentColumn.left + contentWidth / 2, doc.y, { width: contentWidth / 2 })
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(inkColor)
      .text(fact, { width: contentWidth / 2 })
      .moveDown(0.4)
  }
  doc.y = Math.max(doc.y, leftEnd) + 20
}

const quantityX = contentColumn.right - 150
const amountX = contentColumn.right - 90

function drawTableHeader({ doc }: PdfDocument, format: Formatter): void {
  const y = doc.y
  doc.font('semibold').fontSize(9).fillColor(dimColor)
  doc.text(format.text('paper.description'), contentColumn.left, y, {
    width: quantityX - contentColumn.left - columnGap,
  })
  doc.text(format.text('paper.quantity'), quantityX - 30, y, { width: 70, align: 'right' })
  doc.text(format.text('paper.amount'), amountX, y, { width: 90, align: 'right' })
  doc
    .moveTo(contentColumn.left, y + 16)
    .lineTo(contentColumn.right, y + 16)
    .lineWidth(1)
    .strokeColor(lineColor)
    .stroke()
  doc.y = y + 24
}

/**
 * Draws the lines of an invoice. A line that does not fit starts a new page with the table header
 * repeated.
 */
function drawLines(
  paper: PdfDocument,
  format: Formatter,
  language: Language,
  lines: LocalInvoiceLineRow[],
): void {
  const { doc } = paper
  drawTableHeader(paper, format)
  for (const line of lines) {
    const { description, quantity, amount } = presentInvoiceLine(language, line)
    const width = quantityX - contentColumn.left - columnGap - 30
    const height = doc.font('regular').fontSize(10).heightOfString(description, { width }) + 14
    if (doc.y + height > contentBottom) {
      doc.addPage()
      drawTableHeader(paper, format)
    }
    const y = doc.y
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(inkColor)
      .text(description, contentColumn.left, y, { width })
    doc
      .fontSize(8.5)
      .fillColor(dimColor)
      .text(format.span(line.period_start, line.period_end), { width })
    const end = doc.y
    doc
      .fontSize(10)
      .fillColor(inkColor)
      .text(new Intl.NumberFormat(bcp47Tag(language)).format(quantity), quantityX - 30, y, {
        width: 70,
        align: 'right',
      })
    doc.text(format.money(amount), amountX, y, { width: 90, align: 'right' })
    doc
      .moveTo(contentColumn.left, end + 6)
      .lineTo(contentColumn.right, end + 6)
      .lineWidth(0.5)
      .strokeColor(lineColor)
      .stroke()
    doc.y = end + 13
  }
}

/** Draws the totals row by row and emphasizes the last. */
function drawTotals({ doc }: PdfDocument, rows: [string, string][]): void {
  const nameX = contentColumn.left + contentWidth * 0.42
  const width = amountX - nameX
  doc.y += 8
  const height = rows.reduce(
    (all, [name]) => all + doc.font('regular').fontSize(10).heightOfString(name, { width }) + 6,
    30,
  )
  if (doc.y + height > contentBottom) doc.addPage()
  for (const [n, [name, amount]] of rows.entries()) {
    const last = n === rows.length - 1
    if (last) {
      doc
        .moveTo(nameX, doc.y + 2)
        .lineTo(contentColumn.right, doc.y + 2)
        .lineWidth(1)
        .strokeColor(inkColor)
        .stroke()
      doc.y += 9
    }
    const y = doc.y
    doc
      .font(last ? 'bold' : 'regular')
      .fontSize(last ? 12 : 10)
      .fillColor(inkColor)
    const end = doc.text(name, nameX, y, { width }).y
    doc.text(amount, amountX - 20, y, { width: 110, align: 'right' })
    doc.y = Math.max(end, doc.y) + 4
  }
}

/** Draws a prominent note that no real money moved. */
function drawNote({ doc }: PdfDocument, text: string): void {
  const height =
    doc
      .font('regular')
      .fontSize(9)
      .heightOfString(text, { width: contentWidth - 28 }) + 20
  if (doc.y + 20 + height > contentBottom) doc.addPage()
  const y = doc.y + 20
  doc.roundedRect(contentColumn.left, y, contentWidth, height, 6).fill(noteBackground)
  doc.fillColor(inkColor).text(text, contentColumn.left + 14, y + 10, { width: contentWidth - 28 })
}

/** Renders an invoice as PDF. Tests set `compress` to false to read its text. */
export function renderInvoicePdf(
  language: Language,
  invoice: LocalInvoiceRow,
  lines: LocalInvoiceLineRow[],
  payer: InvoicePayer,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const format = createFormatter(language)
  const number = formatInvoiceNumber(invoice) ?? ''
  const paper = createPdfDocument({
    title: `${format.text('paper.invoice')} ${number}`,
    language: bcp47Tag(language),
    created: invoice.finalized_at ?? invoice.created_at,
    compress: options.compress ?? true,
  })
  const status = invoice.status === 'draft' ? 'open' : invoice.status
  drawHeader(paper, format, format.text('paper.invoice'), payer, [
    [format.text('paper.number'), number],
    [format.text('paper.made_out'), format.day(invoice.finalized_at ?? invoice.created_at)],
    [format.text('paper.period'), format.span(invoice.period_start, invoice.period_end)],
    [
      format.text(`paper.amount_due`),
      `${format.money(invoice.amount_due_cents)} · ${format.text(`paper.status.${status}`, { date: invoice.paid_at ? format.day(invoice.paid_at) : '' })}`,
    ],
  ])
  drawLines(paper, format, language, lines)
  const { balance_cents: balanceCents } = invoice
  drawTotals(paper, [
    [format.text('paper.subtotal'), format.money(invoice.subtotal_cents)],
    ...parseAppliedDiscounts(invoice).map((discount): [string, string] => [
      formatDiscountName(language, discount),
      format.money(0 - discount.amount),
    ]),
    [format.text('paper.total'), format.money(invoice.total_cents)],
    ...(balanceCents === 0
      ? []
      : [
          [
            format.text(balanceCents > 0 ? 'paper.from_balance' : 'paper.to_balance'),
            format.money(0 - balanceCents),
          ] as [string, string],
        ]),
    [format.text('paper.amount_due'), format.money(invoice.amount_due_cents)],
  ])
  drawNote(paper, format.text('paper.no_money'))
  return paper.finish((page, pages) =>
    format.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}

/** Renders a receipt as PDF: the amount, the card, and the invoice number. */
export function renderReceiptPdf(
  language: Language,
  charge: ChargeRow,
  payer: InvoicePayer,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const format = createFormatter(language)
  const number = formatInvoiceNumber(charge) ?? ''
  const paper = createPdfDocument({
    title: `${format.text('paper.receipt')} ${number}`,
    language: bcp47Tag(language),
    created: charge.created_at,
    compress: options.compress ?? true,
  })
  drawHeader(paper, format, format.text('paper.receipt'), payer, [
    [format.text('paper.for_invoice'), number],
    [format.text('paper.made_out'), format.day(charge.created_at)],
    [format.text('paper.paid_with'), `${charge.brand} •••• ${charge.last4}`],
  ])
  drawTotals(paper, [
    ...(charge.refunded_cents > 0
      ? ([
          [format.text('paper.amount'), format.money(charge.amount_cents)],
          [format.text('paper.refunded'), format.money(0 - charge.refunded_cents)],
        ] as [string, string][])
      : []),
    [format.text('paper.received'), format.money(charge.amount_cents - charge.refunded_cents)],
  ])
  drawNote(paper, format.text('paper.no_money'))
  return paper.finish((page, pages) =>
    format.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}
