import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  neverAnswer,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

type Subscription = OutputOf<'billing.subscription'>

/** Renders the plan of a team that pays monthly for 12 seats until April 4. */
async function renderOverview() {
  let subscription: Subscription = {
    status: 'active',
    interval: 'month',
    quantity: 12,
    cancel_at_period_end: false,
    current_period_end: '2026-04-04T12:00:00.000Z',
    ended_at: null,
    unpaid: false,
    trial_ends_at: '2026-03-04T12:00:00.000Z',
    amount: 6_000,
    discounts: [],
    open_invoice: null,
    lifetime_discount: false,
    manual_payments: false,
  }
  return renderApp('/settings/billing/overview', {
    api: {
      'billing.subscription': () => subscription,
      'billing.details': neverAnswer,
      'billing.upcoming': neverAnswer,
      'billing.payment_method': neverAnswer,
      'billing.cancel': () => (subscription = { ...subscription, cancel_at_period_end: true }),
    },
  })
}
const openDialog = async (user: Awaited<ReturnType<typeof renderOverview>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  return findDialog('Cancel the subscription?')
}

test('a cancellation shows its date and sends the reason', async () => {
  const { user, fill } = await renderOverview()
  const dialog = await openDialog(user)
  dialog.getByText(/You’ve paid until Apr 4, 2026/)
  await user.click(dialog.getByLabelText('We don’t use it enough'))
  await fill(dialog.getByLabelText('Anything else? (optional)'), 'See you in autumn')
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo('billing.cancel').map(({ body }) => body)).toEqual([
    { reason: 'unused', comment: 'See you in autumn' },
  ])
})

test('a retried cancellation has the same idempotency key', async () => {
  const { user } = await renderOverview()
  serve({ 'billing.cancel': loseConnection })
  const dialog = await openDialog(user)
  const cancel = () => user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
  await cancel()
  await waitFor(() => expect(callsTo('billing.cancel')).toHaveLength(1))
  await screen.findByRole('alert')
  await cancel()
  await waitFor(() => expect(callsTo('billing.cancel')).toHaveLength(2))
  const [first, second] = callsTo('billing.cancel')
  expect(second?.key).toBe(first?.key)
})

test('keeping the subscription sends nothing', async () => {
  const { user } = await renderOverview()
  const dialog = await openDialog(user)
  // The cross in the corner has the same name.
  const [, keep] = dialog.getAllByRole('button', { name: 'Keep it' })
  if (keep) await user.click(keep)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo('billing.cancel')).toEqual([])
})
