import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeInvoice } from '#tests/support/billing-data.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import type { Handlers } from '#tests/support/fake-api.ts'

/** Renders the page for the card of an annual plan, and pays with a test card. */
async function renderOrder(pay: NonNullable<Handlers['checkout.pay']>) {
  const app = await renderApp('/checkout/token', {
    config: null,
    api: {
      'checkout.get': () => ({
        team: 'Analytical Engines',
        purpose: 'subscription',
        offer: true,
        cancel_url: 'https://laurel.example/settings/billing/trial',
        order: {
          plan: 'year',
          quantity: 5,
          invoice: makeInvoice({ created: '2099-01-01T12:00:00.000Z', total: 69_984 }),
        },
      }),
      'checkout.pay': pay,
    },
  })
  const payWith = async (number: string) => {
    await app.user.click(await screen.findByRole('button', { name: new RegExp(number) }))
    await app.user.click(screen.getByRole('button', { name: 'Subscribe' }))
  }
  return { ...app, payWith }
}

test('a declined card keeps the order and its fields', async () => {
  const { payWith } = await renderOrder(() => refuse('payment_failed'))
  expect((await screen.findAllByText('$699.84')).length).toBeGreaterThan(0)
  await payWith('4000 0000 0000 0002')
  await screen.findByText(/^The payment was declined. Please check the payment method/)
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4000 0000 0000 0002')
  screen.getAllByText('$699.84')
  await expectNoViolations(screen.getByRole('main'))
})

test('a confirmation can be refused, and pays once it is given', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { user, payWith } = await renderOrder(() => ({ redirect_url: null }))
  await payWith('4000 0000 0000 3220')
  await user.click(await screen.findByRole('button', { name: 'It’s not me' }))
  expect(assign).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  serve({ 'checkout.pay': () => ({ redirect_url: 'https://laurel.example/paid' }) })
  await user.click(await screen.findByRole('button', { name: 'It’s me' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://laurel.example/paid'))
  expect(callsTo('checkout.pay').map(({ body }) => body.confirmed)).toEqual([false, false, true])
})

/** Renders the page for a card without an order. */
async function renderCardPage() {
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
  const { fill, add } = await renderCardPage()
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
  const { fill, add } = await renderCardPage()
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
  const { user, add } = await renderCardPage()
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
})

test('a used payment page says that it has closed', async () => {
  await renderApp('/checkout/token', {
    config: null,
    api: { 'checkout.get': () => refuse('checkout_invalid') },
  })
  await screen.findByText('This payment page has closed')
})

test('the typed card stays when a refetch in the background fails', async () => {
  const { client, user, fill } = await renderCardPage()
  await fill(await screen.findByLabelText('Card number'), '4242 4242')
  serve({ 'checkout.get': loseConnection })
  await act(() => client.refetchQueries({ queryKey: queryKey('checkout') }))
  await user.tab()
  expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242')
})
