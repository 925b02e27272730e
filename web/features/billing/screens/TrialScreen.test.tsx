import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeInvoice, makeSubscription, makeTrial } from '#tests/support/billing-data.ts'
import { callsTo, neverAnswer, refuse, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const later = (days: number) => new Date(Date.now() + days * dayMs - 60_000)
const lifetime = { code: '', lifetime: true, amount: 900 }

/** Renders the choice of a plan for five seats, in a trial of these days. */
async function renderTrial(days = 30, config = makeConfig({ welcome_offer: true }), path = '') {
  const isOver = days <= 0
  return renderApp(`/settings/billing/trial${path}`, {
    config,
    api: {
      'billing.subscription': () => makeTrial(later(days), { quantity: 5 }),
      'billing.payment_method': () => null,
      'billing.upcoming': ({ query }) => {
        if (query.promo && query.promo !== 'WELCOME20') refuse('promo_invalid', { field: 'promo' })
        const created = (isOver ? new Date() : later(days)).toISOString()
        if (query.plan === 'month')
          return isOver
            ? makeInvoice({ created })
            : makeInvoice({ created, discounts: [lifetime], subtotal: 9_000, total: 8_100 })
        return query.promo
          ? makeInvoice({
              created,
              discounts: [
                { ...lifetime, amount: 9_720 },
                { code: 'WELCOME20', lifetime: false, amount: 17_496 },
              ],
              subtotal: 97_200,
              total: 69_984,
            })
          : makeInvoice({
              created,
              discounts: [{ ...lifetime, amount: 9_720 }],
              subtotal: 97_200,
              total: 87_480,
            })
      },
      'billing.subscribe': () => ({ session_url: 'https://laurel.example/checkout/token' }),
    },
  })
}

test('the trial shows the days left and the price with the offer for a card', async () => {
  await renderTrial()
  await screen.findByRole('heading', { name: '30 days left in your trial' })
  expect((await screen.findByText('$90')).parentElement?.textContent).toContain('a month')
  screen.getByText('You would save $97.20 a year (10%) with the annual plan.')
  screen.getByText('Billing runs only on this machine: no real money moves.')
  await screen.findByText('10% off for life')
  screen.getByText('$81.00')
  screen.getByText('You’ll add a card on the next page.')
})

test('the annual plan shows its price and what it saves', async () => {
  const { user } = await renderTrial()
  await user.click(await screen.findByRole('radio', { name: /^Annual/ }))
  expect((await screen.findByText('$972')).parentElement?.textContent).toContain('a year')
  screen.getByText('You save $97.20 a year (10%).')
  await screen.findByText('$874.80')
})

test('an unknown promotion code is refused and a known one changes the order', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { user, fill } = await renderTrial()
  await user.click(await screen.findByRole('radio', { name: /^Annual/ }))
  await screen.findByText('$874.80')
  await fill(screen.getByLabelText('Promotion code'), 'NOBODY')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('This promotion code isn’t valid')
  screen.getByText(/^Due on/)
  await expectNoViolations(screen.getByRole('main'))
  await fill(screen.getByLabelText('Promotion code'), 'WELCOME20')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Code WELCOME20 applied')
  screen.getByText('-$174.96')
  screen.getByText('$699.84')
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://laurel.example/checkout/token'))
  expect(callsTo('billing.subscribe').map(({ body }) => body)).toEqual([
    {
      plan: 'year',
      promo: 'WELCOME20',
      callback: `${location.origin}/settings/billing/overview`,
    },
  ])
})

const { workspace } = makeConfig()
const closed = (fields: Parameters<typeof makeConfig>[0] = {}) =>
  makeConfig({ workspace: { ...workspace, billing_active: false }, ...fields })

test('an expired team sees only the order, and returns to its page afterward', async () => {
  const { user, router } = await renderTrial(-1, closed(), '')
  await screen.findByRole('heading', { name: 'Your trial is over' })
  expect(screen.queryByRole('link', { name: 'Feed' })).toBeNull()
  await screen.findByText('Due today')
  await expectNoViolations(screen.getByRole('main'))
  vi.spyOn(location, 'assign').mockReturnValue()
  await router.navigate({ to: '/settings/team' })
  await waitFor(() =>
    expect(router.state.location.href).toBe('/settings/billing/trial?next=%2Fsettings%2Fteam'),
  )
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await waitFor(() =>
    expect(callsTo('billing.subscribe').map(({ body }) => body.callback)).toEqual([
      `${location.origin}/settings/billing/overview?next=%2Fsettings%2Fteam`,
    ]),
  )
})

test('a failed payment that closed the team shows no message about a new one', async () => {
  await renderApp('/feed', {
    config: closed(),
    api: {
      'billing.subscription': () =>
        makeSubscription({
          status: 'past_due',
          open_invoice: { amount: 14_580, next_attempt_at: '2026-04-05T12:00:00.000Z' },
        }),
      'billing.payment_method': neverAnswer,
    },
  })
  await screen.findByRole('heading', { name: 'Your payment of $145.80 failed' })
  expect(location.pathname).toBe('/settings/billing/trial')
  screen.getByText(/^We’ll try again on/)
  screen.getByText('Until then your team is paused. Nothing has been deleted.')
  expect(screen.queryByText(/You’re subscribed/)).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
})

test('the billing address of an expired team leads to the order', async () => {
  const { router } = await renderApp('/settings/billing', {
    config: closed(),
    api: {
      'billing.subscription': neverAnswer,
      'billing.payment_method': neverAnswer,
      'billing.upcoming': neverAnswer,
    },
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/billing/trial'))
})
