import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeSubscription, type Subscription } from '#tests/support/billing-data.ts'
import { callsTo, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const visa = { brand: 'Visa', last4: '4242', expiry: '12/40' }

const renderCard = (path: string, card: typeof visa | null, fields: Partial<Subscription> = {}) =>
  renderApp(`/settings/billing/payment_method${path}`, {
    config: makeConfig({ welcome_offer: true }),
    api: {
      'billing.payment_method': () => card,
      'billing.subscription': () => makeSubscription(fields),
      'billing.add_payment_method': () => ({ session_url: 'https://laurel.example/checkout/c' }),
    },
  })

test('a team without a card sees the offer and opens the page for one', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { user } = await renderCard('', null)
  await screen.findByText(/get 10% off every invoice, for life/)
  await user.click(screen.getByRole('button', { name: 'Add a card' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://laurel.example/checkout/c'))
  expect(callsTo('billing.add_payment_method').map(({ body }) => body)).toEqual([
    { callback: `${location.origin}/settings/billing/payment_method` },
  ])
})

test.each([
  ['canceled', null, 'Nothing has changed.'],
  ['added', visa, 'Card added.'],
] as const)('the return with a card %s shows its outcome once', async (outcome, card, text) => {
  const { router } = await renderCard(`?card=${outcome}`, card)
  await screen.findByText(text)
  await waitFor(() => expect(router.state.location.href).toBe('/settings/billing/payment_method'))
  expect(screen.getAllByText(text)).toHaveLength(1)
  if (card) screen.getByText(/4242/)
})

test('a new card after a failed payment pays what is owed right away', async () => {
  await renderCard('', visa, { status: 'past_due' })
  await screen.findByText(/we’ll charge what you owe right away/)
  screen.getByRole('button', { name: 'Change card' })
})
