import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeInvoice, makeSubscription } from '#tests/support/billing-data.ts'
import { callsTo, pageOf, renderApp } from '#tests/support/render.tsx'
import { nextId } from '#tests/support/web-data.ts'

const [paidId, openId, receiptId] = [nextId(), nextId(), nextId()]

const renderHistory = () =>
  renderApp('/settings/billing/history', {
    api: {
      'billing.subscription': () => makeSubscription({ status: 'past_due' }),
      'billing.upcoming': () => makeInvoice({ id: 'next', number: null, label: 'upcoming' }),
      'billing.invoices': () =>
        pageOf(
          {
            items: [
              makeInvoice({
                id: openId,
                number: 'LRL-0002',
                label: 'open',
                payment_failed: true,
                next_payment_attempt: '2026-04-05T12:00:00.000Z',
              }),
              makeInvoice({
                id: paidId,
                pdf_url: `/billing/invoices/${paidId}/pdf`,
                lines: [
                  {
                    description: '20 additional seats',
                    amount: 6_000,
                    quantity: 20,
                    period_start: '2026-03-04T12:00:00.000Z',
                    period_end: '2026-04-04T12:00:00.000Z',
                  },
                ],
              }),
            ],
            next_cursor: null,
          },
          null,
        ),
      'billing.receipts': () => ({
        items: [
          {
            id: receiptId,
            created: '2026-03-04T12:00:00.000Z',
            amount: 15_000,
            refunded: false,
            brand: 'Visa',
            last4: '4242',
            invoice_number: 'LRL-0001',
            url: `/billing/receipts/${receiptId}/pdf`,
          },
        ],
        has_more: false,
      }),
      'billing.invoice_pdf': () => 'a document',
      'billing.receipt_pdf': () => 'a document',
    },
  })

test('the history begins with the next invoice and shows failed payments', async () => {
  const { user } = await renderHistory()
  const rows = within(await screen.findByRole('list', { name: 'Invoices' })).getAllByRole(
    'listitem',
  )
  expect(rows).toHaveLength(3)
  const [next, open, paid] = rows.map((row) => within(row))
  next?.getByText('Upcoming')
  open?.getByText('The payment failed. Next attempt on Apr 5, 2026.')
  paid?.getByText('Paid', { selector: 'span' })
  await user.click(paid?.getByText('What’s included') as HTMLElement)
  paid?.getByText('20 additional seats')
  await expectNoViolations(screen.getByRole('main'))
})

test('invoices and receipts download as documents', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderHistory()
  const invoices = within(await screen.findByRole('list', { name: 'Invoices' }))
  await user.click(invoices.getByRole('button', { name: 'PDF LRL-0001' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  const receipts = within(await screen.findByRole('list', { name: 'Receipts' }))
  receipts.getByText('$150.00')
  await user.click(receipts.getByRole('button', { name: /^PDF/ }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect((save.mock.contexts as HTMLAnchorElement[]).map((link) => link.download)).toEqual([
    'LRL-0001.pdf',
    'LRL-0001-2026-03-04.pdf',
  ])
  expect(callsTo('billing.invoice_pdf')[0]?.params).toEqual({ id: paidId })
  expect(callsTo('billing.receipt_pdf')[0]?.params).toEqual({ id: receiptId })
})
