import type { Language } from '#contract/common.ts'
import { say, tagOf } from '#server/platform/texts.ts'
import {
  accent,
  bottom,
  column,
  dim,
  gap,
  ink,
  line_color,
  openPaper,
  type Paper,
  soft,
  width,
} from './paper.ts'
import { type ChargeRow, discountName, numberOf, presentLine } from './present.ts'
import { appliedOf, type InvoiceRow, type LineRow, type PayerOnPaper } from './rows.ts'

/** Emoji are in no font for paper; a name of nothing else stays as it is. */
const printable = (text: string) =>
  text
    .replaceAll(/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\uFE0F|\u200D/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim() || text

/** How money, days and names of countries are written; U+202F is in no font of ours. */
function writer(language: Language) {
  const tag = tagOf(language)
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' })
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(tag, { type: 'region' })
  const plain = (text: string) => text.replaceAll('\u202f', '\u00a0')
  return {
    text: (key: string, params?: Record<string, string>) => say(language, 'invoices', key, params),
    money: (cents: number) => plain(money.format(cents / 100)),
    day: (at: Date) => plain(days.format(at)),
    span: (from: Date, to: Date) => plain(`${days.format(from)} – ${days.format(to)}`),
    country: (code: string) => (code ? (countries.of(code) ?? code) : ''),
  }
}
type Writer = ReturnType<typeof writer>

/** The head of every paper: what it is, whom it is for, and its facts. */
function head(
  { doc }: Paper,
  write: Writer,
  title: string,
  payer: PayerOnPaper,
  facts: [string, string][],
): void {
  doc.rect(column.left, 48, 28, 4).fill(accent)
  doc.fillColor(ink).font('bold').fontSize(24).text(title, column.left, 62, { width })
  doc.font('regular').fontSize(10).fillColor(dim).text('Laurel', { width })
  doc.moveDown(1.5)
  const top = doc.y
  const half = width / 2 - gap
  doc
    .font('semibold')
    .fontSize(9)
    .fillColor(dim)
    .text(write.text('paper.billed_to'), column.left, top, { width: half })
    .moveDown(0.3)
  doc.font('semibold').fontSize(11).fillColor(ink).text(printable(payer.name), { width: half })
  doc.font('regular').fontSize(10)
  const rows = [
    payer.name === payer.team ? '' : `${write.text('paper.team')}: ${printable(payer.team)}`,
    printable(payer.address),
    write.country(payer.country),
    payer.tax_id ? write.text('paper.tax_id', { tax_id: payer.tax_id }) : '',
    payer.email,
  ]
  for (const row of rows.filter(Boolean)) doc.text(row, { width: half })
  const left_end = doc.y
  doc.y = top
  for (const [name, fact] of facts) {
    doc
      .font('semibold')
      .fontSize(9)
      .fillColor(dim)
      .text(name, column.left + width / 2, doc.y, { width: width / 2 })
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(ink)
      .text(fact, { width: width / 2 })
      .moveDown(0.4)
  }
  doc.y = Math.max(doc.y, left_end) + 20
}

const seats_at = column.right - 150
const amount_at = column.right - 90

function tableHead({ doc }: Paper, write: Writer): void {
  const y = doc.y
  doc.font('semibold').fontSize(9).fillColor(dim)
  doc.text(write.text('paper.description'), column.left, y, { width: seats_at - column.left - gap })
  doc.text(write.text('paper.quantity'), seats_at - 30, y, { width: 70, align: 'right' })
  doc.text(write.text('paper.amount'), amount_at, y, { width: 90, align: 'right' })
  doc
    .moveTo(column.left, y + 16)
    .lineTo(column.right, y + 16)
    .lineWidth(1)
    .strokeColor(line_color)
    .stroke()
  doc.y = y + 24
}

/**
 * The lines of an invoice; a line that finds no room begins the next page, under the table's head
 * again.
 */
function table(paper: Paper, write: Writer, language: Language, lines: LineRow[]): void {
  const { doc } = paper
  tableHead(paper, write)
  for (const line of lines) {
    const { description, quantity, amount } = presentLine(language, line)
    const wide = seats_at - column.left - gap - 30
    const high = doc.font('regular').fontSize(10).heightOfString(description, { width: wide }) + 14
    if (doc.y + high > bottom) {
      doc.addPage()
      tableHead(paper, write)
    }
    const y = doc.y
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(ink)
      .text(description, column.left, y, { width: wide })
    doc
      .fontSize(8.5)
      .fillColor(dim)
      .text(write.span(line.period_start, line.period_end), { width: wide })
    const end = doc.y
    doc
      .fontSize(10)
      .fillColor(ink)
      .text(new Intl.NumberFormat(tagOf(language)).format(quantity), seats_at - 30, y, {
        width: 70,
        align: 'right',
      })
    doc.text(write.money(amount), amount_at, y, { width: 90, align: 'right' })
    doc
      .moveTo(column.left, end + 6)
      .lineTo(column.right, end + 6)
      .lineWidth(0.5)
      .strokeColor(line_color)
      .stroke()
    doc.y = end + 13
  }
}

/** What it comes to, row by row; the last one is what counts. */
function totals({ doc }: Paper, rows: [string, string][]): void {
  const name_at = column.left + width * 0.42
  const wide = amount_at - name_at
  doc.y += 8
  const high = rows.reduce(
    (all, [name]) =>
      all + doc.font('regular').fontSize(10).heightOfString(name, { width: wide }) + 6,
    30,
  )
  if (doc.y + high > bottom) doc.addPage()
  for (const [n, [name, amount]] of rows.entries()) {
    const last = n === rows.length - 1
    if (last) {
      doc
        .moveTo(name_at, doc.y + 2)
        .lineTo(column.right, doc.y + 2)
        .lineWidth(1)
        .strokeColor(ink)
        .stroke()
      doc.y += 9
    }
    const y = doc.y
    doc
      .font(last ? 'bold' : 'regular')
      .fontSize(last ? 12 : 10)
      .fillColor(ink)
    const end = doc.text(name, name_at, y, { width: wide }).y
    doc.text(amount, amount_at - 20, y, { width: 110, align: 'right' })
    doc.y = Math.max(end, doc.y) + 4
  }
}

/** That all of this is play, where nobody can miss it. */
function note({ doc }: Paper, text: string): void {
  const high =
    doc
      .font('regular')
      .fontSize(9)
      .heightOfString(text, { width: width - 28 }) + 20
  if (doc.y + 20 + high > bottom) doc.addPage()
  const y = doc.y + 20
  doc.roundedRect(column.left, y, width, high, 6).fill(soft)
  doc.fillColor(ink).text(text, column.left + 14, y + 10, { width: width - 28 })
}

/** An invoice on paper. `compress` false leaves its text readable, for tests. */
export function printInvoice(
  language: Language,
  invoice: InvoiceRow,
  lines: LineRow[],
  payer: PayerOnPaper,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const write = writer(language)
  const number = numberOf(invoice) ?? ''
  const paper = openPaper({
    title: `${write.text('paper.invoice')} ${number}`,
    language: tagOf(language),
    created: invoice.finalized_at ?? invoice.created_at,
    compress: options.compress ?? true,
  })
  const status = invoice.status === 'draft' ? 'open' : invoice.status
  head(paper, write, write.text('paper.invoice'), payer, [
    [write.text('paper.number'), number],
    [write.text('paper.made_out'), write.day(invoice.finalized_at ?? invoice.created_at)],
    [write.text('paper.period'), write.span(invoice.period_start, invoice.period_end)],
    [
      write.text(`paper.amount_due`),
      `${write.money(invoice.amount_due_cents)} · ${write.text(`paper.status.${status}`, { date: invoice.paid_at ? write.day(invoice.paid_at) : '' })}`,
    ],
  ])
  table(paper, write, language, lines)
  const { balance_cents } = invoice
  totals(paper, [
    [write.text('paper.subtotal'), write.money(invoice.subtotal_cents)],
    ...appliedOf(invoice).map((one): [string, string] => [
      discountName(language, one),
      write.money(0 - one.amount),
    ]),
    [write.text('paper.total'), write.money(invoice.total_cents)],
    ...(balance_cents === 0
      ? []
      : [
          [
            write.text(balance_cents > 0 ? 'paper.from_balance' : 'paper.to_balance'),
            write.money(0 - balance_cents),
          ] as [string, string],
        ]),
    [write.text('paper.amount_due'), write.money(invoice.amount_due_cents)],
  ])
  note(paper, write.text('paper.no_money'))
  return paper.finish((page, pages) =>
    write.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}

/** A receipt on paper: what was taken from which card, for which invoice. */
export function printReceipt(
  language: Language,
  charge: ChargeRow,
  payer: PayerOnPaper,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const write = writer(language)
  const number = numberOf(charge) ?? ''
  const paper = openPaper({
    title: `${write.text('paper.receipt')} ${number}`,
    language: tagOf(language),
    created: charge.created_at,
    compress: options.compress ?? true,
  })
  head(paper, write, write.text('paper.receipt'), payer, [
    [write.text('paper.for_invoice'), number],
    [write.text('paper.made_out'), write.day(charge.created_at)],
    [write.text('paper.paid_with'), `${charge.brand} •••• ${charge.last4}`],
  ])
  totals(paper, [
    ...(charge.refunded_cents > 0
      ? ([
          [write.text('paper.amount'), write.money(charge.amount_cents)],
          [write.text('paper.refunded'), write.money(0 - charge.refunded_cents)],
        ] as [string, string][])
      : []),
    [write.text('paper.received'), write.money(charge.amount_cents - charge.refunded_cents)],
  ])
  note(paper, write.text('paper.no_money'))
  return paper.finish((page, pages) =>
    write.text('paper.page', { page: String(page), pages: String(pages) }),
  )
}
