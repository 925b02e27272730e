import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { callsTo, neverAnswer, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

/** Renders the billing details, which can be saved. */
async function renderDetails() {
  let details: OutputOf<'billing.details'> = {
    name: 'Juniper & Lane',
    email: 'billing@laurel.example',
    address: '',
    country: 'US',
    tax_id: '',
    customer_balance: 0,
  }
  const app = await renderApp('/settings/billing/details', {
    api: {
      'billing.subscription': neverAnswer,
      'billing.details': () => details,
      'billing.update_details': ({ body }) => (details = { ...details, ...body }),
    },
  })
  const email = await screen.findByLabelText<HTMLInputElement>('Billing email')
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...app, email, save }
}

test('changed details are saved and the buttons disappear', async () => {
  const { fill, email, save } = await renderDetails()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await fill(email, 'finance@laurel.example')
  await fill(screen.getByLabelText('Address'), '1 Dorset Street\nLondon')
  await fill(screen.getByLabelText('Tax ID'), 'GB 123')
  await save()
  await screen.findByText('Saved.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Billing email').value).toBe(
    'finance@laurel.example',
  )
  // A colleague may have changed the other details since the page was opened.
  expect(callsTo('billing.update_details').map(({ body }) => body)).toEqual([
    { email: 'finance@laurel.example', address: '1 Dorset Street\nLondon', tax_id: 'GB 123' },
  ])
})

test('an invalid address is refused at its field and stays', async () => {
  const { fill, email, save } = await renderDetails()
  await fill(email, 'finance at laurel')
  await save()
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(email)
  screen.getByText('Please enter a valid email address')
  expect(email.value).toBe('finance at laurel')
  expect(callsTo('billing.update_details')).toEqual([])
})

test('a refusal keeps the input until undo restores the saved details', async () => {
  const { user, fill, email, save } = await renderDetails()
  serve({ 'billing.update_details': () => refuse('wrong_format', { field: 'tax_id' }) })
  const taxId = screen.getByLabelText<HTMLInputElement>('Tax ID')
  await fill(taxId, 'XX123')
  await save()
  await waitFor(() => expect(taxId.getAttribute('aria-invalid')).toBe('true'))
  expect(taxId.value).toBe('XX123')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(taxId.value).toBe('')
  expect(email.value).toBe('billing@laurel.example')
})

test('typed details stay when the balance of the customer changes', async () => {
  const { fill, client, email } = await renderDetails()
  await fill(email, 'finance@laurel.example')
  const key = queryKey('billing', 'details')
  const details = client.getQueryData<OutputOf<'billing.details'>>(key)
  act(() => {
    client.setQueryData(key, { ...details, tax_id: 'GB 123', customer_balance: 500 })
  })
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Tax ID').value).toBe('GB 123'),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Billing email').value).toBe(
    'finance@laurel.example',
  )
})
