import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'

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
