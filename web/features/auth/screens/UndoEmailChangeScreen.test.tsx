import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'

test('a link that was used or is too old is no longer valid', async () => {
  const { user } = await renderApp('/undo-address#token=secret', {
    config: null,
    api: { 'auth.undo_address': () => refuse('address_undo_invalid') },
  })
  const restore = await screen.findByRole('button', { name: 'Restore my old address' })
  await user.click(restore)
  await screen.findByRole('heading', { name: 'This link is no longer valid' })
  screen.getByText(/more than 7 days old/)
  expect(callsTo('auth.undo_address').map(({ body }) => body)).toEqual([{ token: 'secret' }])
})
