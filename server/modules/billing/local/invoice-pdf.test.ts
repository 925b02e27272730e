import { expect, test } from 'vitest'
import { language as languages } from '#contract/schemas/common.ts'
import { renderInvoicePdf, renderReceiptPdf } from './invoice-pdf.ts'
import { buildPeriodLines, computeInvoiceTotals } from './proration.ts'
import type { InvoicePayer, LocalInvoiceLineRow, LocalInvoiceRow } from './invoice-queries.ts'
import { extractPdfPages } from '#tests/support/pdf-text.ts'

const workspaceId = '019a0000-0000-7000-8000-00000abcdef0'
const at = new Date('2026-06-15T12:00:00Z')
const until = new Date('2026-07-15T12:00:00Z')
const payer: InvoicePayer = {
  team: 'Наша 🚀 команда 👩🏽‍🚀',
  name: 'Analytical Engines Ltd',
  email: 'bills@example.test',
  address: '12 Long Lane\nLondon',
  country: 'GB',
  tax_id: 'GB123456789',
}

function sample(
  lines = 2,
  change: Partial<LocalInvoiceRow> = {},
): { invoice: LocalInvoiceRow; lines: LocalInvoiceLineRow[] } {
  const period = buildPeriodLines({
    plan: 'month',
    quantity: 1_240,
    period_start: at,
    period_end: until,
  })
  const more = Array.from({ length: lines - 2 }, () => ({
    kind: 'remaining' as const,
    plan: 'year' as const,
    quantity: 7,
    amount_cents: 1_234,
    period_start: at,
    period_end: until,
  }))
  const all = [...period, ...more]
  const rules = [
    { code: 'lifetime', percent: 10, ends_at: null, lifetime: true },
    { code: 'SPRING20', percent: 20, ends_at: null, lifetime: false },
  ]
  const rows = all.map((line, n) => ({
    ...line,
    workspace_id: workspaceId,
    id: `line-${n}`,
    subscription_id: 's',
    invoice_id: 'i',
  }))
  return {
    lines: rows,
    invoice: {
      workspace_id: workspaceId,
      id: 'i',
      subscription_id: 's',
      status: 'paid',
      sequence: 12,
      period_start: at,
      period_end: until,
      ...computeInvoiceTotals(all, rules, 5_000),
      attempts: 1,
      retries: 0,
      next_attempt_at: null,
      payer,
      created_at: at,
      finalized_at: at,
      paid_at: at,
      voided_at: null,
      ...change,
    },
  }
}

test('prints payer, lines and dates of an invoice in the reader’s language', async () => {
  const { invoice, lines } = sample()
  const en = extractPdfPages(
    await renderInvoicePdf('en', invoice, lines, payer, { compress: false }),
  ).join('\n')
  for (const text of [
    'Invoice',
    '0ABCDEF0-0012',
    'Analytical Engines Ltd',
    'Team: Наша команда',
    'United Kingdom',
    'GB123456789',
    'June 15, 2026',
    'Paid on June 15, 2026',
    'Monthly plan, 5 seats included',
    '1,235 additional seats',
    '$3,705.00',
    'Welcome offer, for life',
    'Promotion code SPRING20',
    'From your balance',
    '-$50.00',
    'Amount due',
    'No real money has moved',
    'Page 1 of 1',
  ])
    expect(en).toContain(text)
  const ru = extractPdfPages(
    await renderInvoicePdf('ru', invoice, lines, payer, { compress: false }),
  ).join('\n')
  for (const text of [
    'Счёт',
    'Плательщик',
    'Великобритания',
    'включено 5 мест',
    'Ещё 1\u00a0235 мест',
    '3\u00a0705,00',
    'Настоящие деньги не',
    'Страница 1 из 1',
  ])
    expect(ru).toContain(text)
})

test('has all texts in every language for every invoice status', async () => {
  for (const language of languages.options) {
    for (const change of [
      {},
      { status: 'open' as const, paid_at: null },
      { status: 'void' as const, paid_at: null },
      { balance_cents: -400, amount_due_cents: 0 },
    ]) {
      const { invoice, lines } = sample(3, change)
      const text = extractPdfPages(
        await renderInvoicePdf(language, invoice, lines, payer, { compress: false }),
      ).join('\n')
      expect([
        language,
        text.match(/\b(paper|line|discount)\.\w+/g),
        text.match(/\{\w+\}/g),
      ]).toEqual([language, null, null])
    }
  }
})

test('repeats the table header on new pages and wraps long names', async () => {
  const { invoice, lines } = sample(60)
  const long = {
    ...payer,
    name: 'A company whose name goes on and on '.repeat(5).trim(),
    address: `${'Unbreakable'.repeat(20)}\nLondon`,
  }
  const pages = extractPdfPages(
    await renderInvoicePdf('en', invoice, lines, long, { compress: false }),
  )
  expect(pages.length).toBeGreaterThan(2)
  for (const [n, page] of pages.entries())
    expect(page).toContain(`Page ${n + 1} of ${pages.length}`)
  expect(pages.filter((page) => page.includes('Description')).length).toBeGreaterThan(1)
  expect(pages.join('').match(/Remaining time of the annual plan/g)).toHaveLength(58)
  expect(pages.at(-1)).toContain('Amount due')
})

test('prints card, amount and refund on a receipt', async () => {
  const charge = {
    id: 'c',
    workspace_id: workspaceId,
    created_at: at,
    amount_cents: 8_100,
    refunded_cents: 0,
    brand: 'Visa',
    last4: '4242',
    sequence: 3,
  }
  const [page, ...others] = extractPdfPages(
    await renderReceiptPdf('en', charge, payer, { compress: false }),
  )
  expect(others).toEqual([])
  for (const text of [
    'Receipt',
    '0ABCDEF0-0003',
    'Visa •••• 4242',
    'Amount received',
    '$81.00',
    'No real money has moved',
  ])
    expect(page).toContain(text)
  const refunded = extractPdfPages(
    await renderReceiptPdf('es', { ...charge, refunded_cents: 8_100 }, payer, { compress: false }),
  ).join('')
  expect(refunded).toContain('Reembolsado')
  expect((await renderReceiptPdf('en', charge, payer)).subarray(0, 5).toString()).toBe('%PDF-')
})
