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
import {
  parseAppliedDiscounts,
  type LocalInvoiceRow,
  type LocalInvoiceLineRow,
  type InvoicePayer,
} from './repository.ts'

/** Emoji are in no font for paper; a name of nothing else stays as it is. */
const stripEmoji = (text: string) =>
  text
    .replaceAll(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\uFE0F|\u200D/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim() || text

/** How money, days and names of countries are written; U+202F is in no font of ours. */
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

/** The head of every paper: what it is, whom it is for, and its facts. */
function drawHeader(
  { doc }: PdfDocument,
  write: Formatter,
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
    .text(write.text('paper.billed_to'), contentColumn.left, top, { width: half })
    .moveDown(0.3)
  doc
    .font('semibold')
    .fontSize(11)
    .fillColor(inkColor)
    .text(stripEmoji(payer.name), { width: half })
  doc.font('regular').fontSize(10)
  const rows = [
    payer.name === payer.team ? '' : `${write.text('paper.team')}: ${stripEmoji(payer.team)}`,
    stripEmoji(payer.address),
    write.country(payer.country),
    payer.tax_id ? write.text('paper.tax_id', { tax_id: payer.tax_id }) : '',
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

function drawTableHeader({ doc }: PdfDocument, write: Formatter): void {
  const y = doc.y
  doc.font('semibold').fontSize(9).fillColor(dimColor)
  doc.text(write.text('paper.description'), contentColumn.left, y, {
    width: quantityX - contentColumn.left - columnGap,
  })
  doc.text(write.text('paper.quantity'), quantityX - 30, y, { width: 70, align: 'right' })
  doc.text(write.text('paper.amount'), amountX, y, { width: 90, align: 'right' })
  doc
    .moveTo(contentColumn.left, y + 16)
    .lineTo(contentColumn.right, y + 16)
    .lineWidth(1)
    .strokeColor(lineColor)
    .stroke()
  doc.y = y + 24
}

/**
 * The lines of an invoice; a line that finds no room begins the next page, under the table's head
 * again.
 */
function drawLines(
  paper: PdfDocument,
  write: Formatter,
  language: Language,
  lines: LocalInvoiceLineRow[],
): void {
  const { doc } = paper
  drawTableHeader(paper, write)
  for (const line of lines) {
    const { description, quantity, amount } = presentInvoiceLine(language, line)
    const wide = quantityX - contentColumn.left - columnGap - 30
    const high = doc.font('regular').fontSize(10).heightOfString(description, { width: wide }) + 14
    if (doc.y + high > contentBottom) {
      doc.addPage()
      drawTableHeader(paper, write)
    }
    const y = doc.y
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(inkColor)
      .text(description, contentColumn.left, y, { width: wide })
    doc
      .fontSize(8.5)
      .fillColor(dimColor)
      .text(write.span(line.period_start, line.period_end), { width: wide })
    const end = doc.y
    doc
      .fontSize(10)
      .fillColor(inkColor)
      .text(new Intl.NumberFormat(bcp47Tag(language)).format(quantity), quantityX - 30, y, {
        width: 70,
        align: 'right',
      })
    doc.text(write.money(amount), amountX, y, { width: 90, align: 'right' })
    doc
      .moveTo(contentColumn.left, end + 6)
      .lineTo(contentColumn.right, end + 6)
      .lineWidth(0.5)
      .strokeColor(lineColor)
      .stroke()
    doc.y = end + 13
  }
}

/** What it comes to, row by row; the last one is what counts. */
function drawTotals({ doc }: PdfDocument, rows: [string, string][]): void {
  const nameAt = contentColumn.left + contentWidth * 0.42
  const wide = amountX - nameAt
  doc.y += 8
  const high = rows.reduce(
    (all, [name]) =>
      all + doc.font('regular').fontSize(10).heightOfString(name, { width: wide }) + 6,
    30,
  )
  if (doc.y + high > contentBottom) doc.addPage()
  for (const [n, [name, amount]] of rows.entries()) {
    const last = n === rows.length - 1
    if (last) {
      doc
        .moveTo(nameAt, doc.y + 2)
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
    const end = doc.text(name, nameAt, y, { width: wide }).y
    doc.text(amount, amountX - 20, y, { width: 110, align: 'right' })
    doc.y = Math.max(end, doc.y) + 4
  }
}

/** That all of this is play, where nobody can miss it. */
function drawNote({ doc }: PdfDocument, text: string): void {
  const high =
    doc
      .font('regular')
      .fontSize(9)
      .heightOfString(text, { width: contentWidth - 28 }) + 20
  if (doc.y + 20 + high > contentBottom) doc.addPage()
  const y = doc.y + 20
  doc.roundedRect(contentColumn.left, y, contentWidth, high, 6).fill(noteBackground)
  doc.fillColor(inkColor).text(text, contentColumn.left + 14, y + 10, { width: contentWidth - 28 })
}

/** An invoice on paper. `compress` false leaves its text readable, for tests. */
export function renderInvoicePdf(
  language: Language,
  invoice: LocalInvoiceRow,
  lines: LocalInvoiceLineRow[],
  payer: InvoicePayer,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const write = createFormatter(language)
  const number = formatInvoiceNumber(invoice) ?? ''
  const paper = createPdfDocument({
    title: `${write.text('paper.invoice')} ${number}`,
    language: bcp47Tag(language),
    created: invoice.finalized_at ?? invoice.created_at,
    compress: options.compress ?? true,
  })
  const status = invoice.status === 'draft' ? 'open' : invoice.status
  drawHeader(paper, write, write.text('paper.invoice'), payer, [
    [write.text('paper.number'), number],
    [write.text('paper.made_out'), write.day(invoice.finalized_at ?? invoice.created_at)],
    [write.text('paper.period'), write.span(invoice.period_start, invoice.period_end)],
    [
      write.text(`paper.amount_due`),
      `${write.money(invoice.amount_due_cents)} · ${write.text(`paper.status.${status}`, { date: invoice.paid_at ? write.day(invoice.paid_at) : '' })}`,
    ],
  ])
  drawLines(paper, write, language, lines)
  const { balance_cents: balanceCents } = invoice
  drawTotals(paper, [
    [write.text('paper.subtotal'), write.money(invoice.subtotal_cents)],
    ...parseAppliedDiscounts(invoice).map((one): [string, string] => [
      formatDiscountName(language, one),
      write.money(0 - one.amount),
    ]),
    [write.text('paper.total'), write.money(invoice.total_cents)],
    ...(balanceCents === 0
      ? []
      : [
          [
            write.text(balanceCents > 0 ? 'paper.from_balance' : 'paper.to_balance'),
            write.money(0 - balanceCents),
          ] as [string, string],
        ]),
    [write.text('paper.amount_due'), write.money(invoice.amount_due_cents)],
  ])
  drawNote(paper, write.text('paper.no_money'))
  return paper.finish((page, pages) =>
    write.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}

/** A receipt on paper: what was taken from which card, for which invoice. */
export function renderReceiptPdf(
  language: Language,
  charge: ChargeRow,
  payer: InvoicePayer,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const write = createFormatter(language)
  const number = formatInvoiceNumber(charge) ?? ''
  const paper = createPdfDocument({
    title: `${write.text('paper.receipt')} ${number}`,
    language: bcp47Tag(language),
    created: charge.created_at,
    compress: options.compress ?? true,
  })
  drawHeader(paper, write, write.text('paper.receipt'), payer, [
    [write.text('paper.for_invoice'), number],
    [write.text('paper.made_out'), write.day(charge.created_at)],
    [write.text('paper.paid_with'), `${charge.brand} •••• ${charge.last4}`],
  ])
  drawTotals(paper, [
    ...(charge.refunded_cents > 0
      ? ([
          [write.text('paper.amount'), write.money(charge.amount_cents)],
          [write.text('paper.refunded'), write.money(0 - charge.refunded_cents)],
        ] as [string, string][])
      : []),
    [write.text('paper.received'), write.money(charge.amount_cents - charge.refunded_cents)],
  ])
  drawNote(paper, write.text('paper.no_money'))
  return paper.finish((page, pages) =>
    write.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}
