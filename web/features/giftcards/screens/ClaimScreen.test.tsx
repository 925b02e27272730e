import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { refuseClipboard } from '#tests/support/clipboard.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { exampleTime } from '#tests/support/web-data.ts'
import { queryKey } from '#web/shared/query-keys.ts'

test('a claim link that is not valid says so and leads to the rewards', async () => {
  await renderApp('/claim/wrong', {
    config: null,
    api: { 'giftcards.claim': () => refuse('claim_invalid') },
  })
  await screen.findByText(/This claim link isn’t valid/)
  await expectNoViolations(screen.getByRole('main'))
  const link = screen.getByRole('link', { name: 'Go to rewards' })
  expect(link.getAttribute('href')).toBe('/rewards')
  expect(callsTo('giftcards.claim').map(({ body }) => body)).toEqual([{ token: 'wrong' }])
})

async function renderVoucher() {
  const app = await renderApp('/claim/token', {
    config: null,
    api: {
      'giftcards.claim': () => ({
        team: 'Juniper & Lane',
        product: 'Books',
        country: 'US',
        currency: 'USD',
        value_cents: 2_500,
        code: 'AAAA-BBBB',
        created_at: exampleTime,
      }),
    },
  })
  await screen.findByText('AAAA-BBBB')
  return app
}

test('a code is also copied where the Clipboard API is unavailable', async () => {
  const { user } = await renderVoucher()
  const { restore } = refuseClipboard()
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  await screen.findByText('Copying didn’t work. Please select the text and copy it yourself.')
  restore()
  refuseClipboard({ hasCommand: true })
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  await screen.findByText('Copied', { selector: '[role=status]' })
})

test('a voucher stays when a later refetch fails', async () => {
  const { client } = await renderVoucher()
  serve({ 'giftcards.claim': loseConnection })
  await act(() => client.invalidateQueries({ queryKey: queryKey('gift_cards') }))
  await waitFor(() => expect(callsTo('giftcards.claim')).toHaveLength(2))
  screen.getByText('AAAA-BBBB')
})
