import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

async function renderCheckout() {
  const app = await renderApp('/checkout/token', {
    config: null,
    api: {
      'checkout.get': () => ({
        team: 'Juniper & Lane',
        purpose: 'subscription',
        offer: true,
        cancel_url: '/settings/billing/payment_method',
        order: null,
      }),
    },
  })
  await screen.findByText(/no real money moves/)
  const add = () => app.user.click(screen.getByRole('button', { name: 'Add the card' }))
  return { ...app, add }
}
const testCard = (kind: RegExp) => screen.getByRole('button', { name: kind })

test('an incomplete card shows an error at each field', async () => {
  const { fill, add } = await renderCheckout()
  await add()
  await waitFor(() => expect(screen.getAllByText('required')).toHaveLength(3))
  expect(screen.queryByText('Wrong format')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
  await fill(screen.getByLabelText('Card number'), '5555555555554444')
  await fill(screen.getByLabelText('Expires'), '1340')
  await fill(screen.getByLabelText('CVC'), '123')
  await add()
  await screen.findByText('Wrong format')
  expect(screen.queryByText('required')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Expires'))
  expect(callsTo('checkout.pay')).toEqual([])
})

test('a card that is no test card is refused at its number', async () => {
  const { fill, add } = await renderCheckout()
  serve({ 'checkout.pay': () => refuse('wrong_format', { field: 'number' }) })
  await fill(screen.getByLabelText('Card number'), '5555555555554444')
  await fill(screen.getByLabelText('Expires'), '1240')
  await fill(screen.getByLabelText('CVC'), '123')
  await add()
  await screen.findByText('Wrong format')
  expect(callsTo('checkout.pay')[0]?.body).toMatchObject({
    number: '5555555555554444',
    expiry: '12 / 40',
    cvc: '123',
  })
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
})

test('a declined card shows the reason, and another one can be chosen', async () => {
  const { user, add } = await renderCheckout()
  serve({ 'checkout.pay': () => refuse('payment_failed') })
  await user.click(testCard(/4000 0000 0000 0002/))
  await add()
  await screen.findByText(/The payment was declined/)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  serve({
    'checkout.pay': ({ body }) => ({ redirect_url: body.confirmed ? '/settings/billing' : null }),
  })
  await user.click(testCard(/asks for confirmation/))
  await add()
  await screen.findByRole('heading', { name: 'Your bank wants to confirm it’s you' })
  await user.click(screen.getByRole('button', { name: 'It’s me' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/settings/billing'))
  assign.mockRestore()
})

test('a used payment page says that it has closed', async () => {
  await renderApp('/checkout/token', {
    config: null,
    api: { 'checkout.get': () => refuse('checkout_invalid') },
  })
  await screen.findByText('This payment page has closed')
})
