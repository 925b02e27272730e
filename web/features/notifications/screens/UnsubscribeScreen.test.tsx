import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

const subscription = {
  event: 'points_received' as const,
  team: 'Juniper & Lane',
  subscribed: true,
}

test('the link of a mail unsubscribes by a click, and subscribes again', async () => {
  const { user } = await renderApp('/u/token', {
    config: null,
    api: {
      'notifications.get': () => subscription,
      'notifications.set': ({ body }) => ({ ...subscription, subscribed: body.subscribed }),
    },
  })
  await screen.findByText('You’re subscribed to these emails.')
  expect(callsTo('notifications.set')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  await screen.findByText('You won’t get these emails anymore.')
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }))
  await screen.findByText('You’re subscribed to these emails.')
  expect(callsTo('notifications.set').map(({ body }) => body)).toEqual([
    { token: 'token', subscribed: false },
    { token: 'token', subscribed: true },
  ])
})

test('an invalid link of a mail leads to the sign-in', async () => {
  const { user } = await renderApp('/u/not-a-link', {
    config: null,
    api: { 'notifications.get': () => refuse('unsubscribe_invalid') },
  })
  await screen.findByText('This link is no longer valid')
  await user.click(screen.getByRole('link', { name: /sign-in/i }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('a subscription that fails to load offers a retry', async () => {
  const { user } = await renderApp('/u/token', {
    config: null,
    api: { 'notifications.get': () => refuse('unknown') },
  })
  await screen.findByText('Error occurred')
  serve({ 'notifications.get': () => subscription })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('You’re subscribed to these emails.')
})

test('a refused change is sent again by the button for another try', async () => {
  const { user } = await renderApp('/u/token', {
    config: null,
    api: { 'notifications.get': () => subscription, 'notifications.set': () => refuse('unknown') },
  })
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  await screen.findByText('Error occurred')
  serve({
    'notifications.set': ({ body }) => ({ ...subscription, subscribed: body.subscribed }),
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('You won’t get these emails anymore.')
})
