import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeInvoice, makeSubscription, type Subscription } from '#tests/support/billing-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import { formatDate } from '#web/lib/format.ts'

/** Renders the plan of a team that pays monthly for 12 seats until April 4. */
async function renderOverview(
  fields: Partial<Subscription> = {},
  path = '',
  config = makeConfig(),
) {
  let subscription = makeSubscription(fields)
  return renderApp(`/settings/billing/overview${path}`, {
    config,
    api: {
      'billing.subscription': () => subscription,
      'billing.details': neverAnswer,
      'billing.upcoming': ({ query }) =>
        query.plan === 'year' ? makeInvoice({ created: new Date().toISOString() }) : null,
      'billing.payment_method': neverAnswer,
      'billing.cancel': () => (subscription = { ...subscription, cancel_at_period_end: true }),
      'billing.resume': () => (subscription = { ...subscription, cancel_at_period_end: false }),
      'billing.change_plan': () =>
        (subscription = { ...subscription, interval: 'year', amount: 162_000 }),
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

test('a canceled subscription runs until its date and can be resumed', async () => {
  const { user } = await renderOverview()
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }))
  await screen.findByText('Runs until Apr 4, 2026')
  const next = screen.getByRole('heading', { name: 'Next payment' }).parentElement as HTMLElement
  within(next).getByText('There’s nothing to pay.')
  await user.click(screen.getByRole('button', { name: 'Resume subscription' }))
  await screen.findByText('Good to have you back: your subscription continues.')
  // A repeated action must not return a stored idempotent answer.
  const again = await openDialog(user)
  await user.click(again.getByRole('button', { name: 'Cancel subscription' }))
  await screen.findByRole('button', { name: 'Resume subscription' })
  const keys = callsTo('billing.cancel').map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 2])
})

test('a cancellation in the trial costs nothing', async () => {
  const { user } = await renderOverview({ status: 'trialing' })
  const dialog = await openDialog(user)
  dialog.getByText(/you pay nothing/)
})

test('the annual plan shows its exact price before the change', async () => {
  const { user } = await renderOverview()
  await user.click(await screen.findByRole('button', { name: 'Switch to annual and save 10%' }))
  const dialog = await findDialog('Switch to the annual plan')
  const confirm = await dialog.findByRole('button', { name: 'Switch and pay $90.00' })
  dialog.getByText('Due today')
  await user.click(confirm)
  await screen.findByText('Plan changed.')
  await screen.findByRole('heading', { name: 'Annual plan' })
  screen.getByText('$1,620')
  expect(callsTo('billing.change_plan').map(({ body }) => body)).toEqual([{ plan: 'year' }])
})

test('a failed payment shows its amount, the next attempt and another card', async () => {
  const { settings } = makeConfig()
  const attempt = '2026-04-05T12:00:00.000Z'
  await renderOverview({
    status: 'past_due',
    open_invoice: { amount: 14_580, next_attempt_at: attempt },
  })
  const notice = within(
    await screen.findByRole('region', { name: 'Your payment of $145.80 failed' }),
  )
  notice.getByText(new RegExp(`^We’ll try again on ${formatDate(attempt, settings.timezone)}`))
  expect(notice.getByRole('link', { name: 'Change card' }).getAttribute('href')).toBe(
    '/settings/billing/payment_method',
  )
  expect(notice.queryByText(/your team is paused/)).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
})

test('a team that pays by invoice sees no plan and no card', async () => {
  await renderOverview({ status: 'none', manual_payments: true })
  await screen.findByRole('heading', { name: 'Paid by invoice' })
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('button')).toBeNull()
  expect(main.queryByRole('heading', { name: 'Card' })).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
})

test('after the payment a link leads back to the page before', async () => {
  const { router } = await renderOverview({}, '?subscription=started&next=%2Fsettings%2Fteam')
  await screen.findByText('You’re subscribed. Thank you!')
  const link = await screen.findByRole('link', { name: 'Back to where you were' })
  expect(link.getAttribute('href')).toBe('/settings/team')
  await waitFor(() => expect(router.state.location.search).toEqual({ next: '/settings/team' }))
})

test('a member without the permission is redirected to the feed', async () => {
  const { router } = await renderApp('/settings/billing/overview', {
    config: makeConfig({ permissions: makePermissions() }),
    api: {
      'posts.list': neverAnswer,
      'people.dates': neverAnswer,
      'leaderboards.list': neverAnswer,
      'leaderboards.common_topics': neverAnswer,
    },
  })
  await screen.findByRole('heading', { name: 'Feed' })
  expect(router.state.location.pathname).toBe('/feed')
})

test.each(['', '/overview', '/trial'])(
  'a server without billing leads from /settings/billing%s to the settings',
  async (path) => {
    const { user, router } = await renderApp(`/settings/billing${path}`, {
      config: makeConfig({ billing: 'off' }),
    })
    await screen.findByRole('link', { name: 'Danger zone' })
    expect(router.state.location.pathname).toBe('/settings')
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Menu for/ }))
    await screen.findByRole('menuitem', { name: 'Log out' })
    expect(screen.queryByRole('menuitem', { name: 'Billing management' })).toBeNull()
  },
)

test('a subscription that has just ended cannot be resumed', async () => {
  const { user } = await renderOverview({ cancel_at_period_end: true })
  const resume = await screen.findByRole('button', { name: 'Resume subscription' })
  serve({ 'billing.resume': () => refuse('subscription_final') })
  await user.click(resume)
  await screen.findByText('The subscription cannot be renewed')
})
