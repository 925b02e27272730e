import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { callsTo, findDialog, loseConnection, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

type Card = NonNullable<OutputOf<'rewards.payment_method'>>
const card: Card = {
  brand: 'Visa',
  last4: '4242',
  expiry: '12/40',
  validated: true,
  validates_at: null,
}
const renderPayment = (method: Card | null, search = '') =>
  renderApp(`/settings/rewards/payment${search}`, {
    api: { 'rewards.payment_method': () => method },
  })

test('a team without a card learns what gift cards cost', async () => {
  await renderPayment(null)
  await screen.findByRole('heading', { name: 'No card yet' })
  screen.getByText(/\$25\.00 \+ \$2\.50 fee = \$27\.50/)
  const settings = within(screen.getByRole('navigation', { name: 'Settings' }))
  expect(settings.getByRole('link', { name: 'Rewards' }).getAttribute('aria-current')).toBe('page')
})

test('an added card is announced once, with the hours it waits', async () => {
  const validatesAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
  await renderPayment({ ...card, validated: false, validates_at: validatesAt }, '?card=added')
  await screen.findByText('Card added. It pays for gift cards from now on.')
  screen.getByText('Your team can redeem gift cards in 48 hours')
  expect(location.search).toBe('')
})

test('a card is removed after a question', async () => {
  const { user } = await renderPayment(card)
  await screen.findByText('Your team can redeem gift cards.')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await findDialog('Remove this card?')
  serve({ 'rewards.remove_payment_method': () => undefined, 'rewards.payment_method': () => null })
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Card removed.')
  await screen.findByRole('heading', { name: 'No card yet' })
  expect(callsTo('rewards.remove_payment_method')).toHaveLength(1)
})

test('a payment page that fails to load offers a retry', async () => {
  const { user } = await renderApp('/settings/rewards/payment', {
    api: { 'rewards.payment_method': loseConnection },
  })
  await screen.findByText('Server is not responding. Please try again.')
  serve({ 'rewards.payment_method': () => card })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Pays for your gift cards' })
})

test('the checkout page links back to the page that asked for a card', async () => {
  await renderApp('/checkout/some-token', {
    config: null,
    api: {
      'checkout.get': () => ({
        team: 'Juniper & Lane',
        purpose: 'rewards',
        cancel_url: 'https://laurel.example/settings/rewards/payment',
        order: null,
        offer: false,
      }),
    },
  })
  const cancel = await screen.findByRole('link', { name: 'Cancel' })
  expect(cancel.getAttribute('href')).toBe('https://laurel.example/settings/rewards/payment')
})

test('the card stays when a later refetch fails', async () => {
  const { client } = await renderPayment(card)
  await screen.findByRole('heading', { name: 'Pays for your gift cards' })
  serve({ 'rewards.payment_method': loseConnection })
  await act(() => client.invalidateQueries({ queryKey: queryKey('rewards', 'payment_method') }))
  await waitFor(() => expect(callsTo('rewards.payment_method')).toHaveLength(2))
  screen.getByRole('heading', { name: 'Pays for your gift cards' })
})
