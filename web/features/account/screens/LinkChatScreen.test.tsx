import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeChatLink } from '#tests/support/chat-data.ts'
import { makeConfig } from '#tests/support/web-data.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import type { Handlers } from '#tests/support/fake-api.ts'

const renderLink = (
  api: Handlers = {},
  config: ReturnType<typeof makeConfig> | null = makeConfig(),
) =>
  renderApp('/chat/link/one-time', {
    config,
    api: {
      'chat.preview_link': () => ({
        provider: 'slack',
        external_name: 'Northwind',
        person_name: 'Nora A.',
      }),
      'chat.link': () => makeChatLink(),
      'auth.options': () => ({ google: null, terms_url: null, privacy_url: null }),
      ...api,
    },
  })
const button = (name: string) => screen.findByRole('button', { name })

test('a person links the account in the chat after a look at both', async () => {
  const { user } = await renderLink()
  await screen.findByRole('heading', { name: 'Is this you?' })
  screen.getByText('Nora A.')
  screen.getByText('Northwind · Slack')
  screen.getByText('Nora Albrecht')
  screen.getByText('Juniper & Lane · Laurel')
  await user.click(await button('Link'))
  await screen.findByText(/^Go back to Slack and thank someone/)
  expect(callsTo('chat.link').map(({ body }) => body)).toEqual([{ token: 'one-time' }])
  expect(callsTo('chat.preview_link')).toHaveLength(1)
})

test('nothing is linked when it is not the person', async () => {
  const { user } = await renderLink()
  await user.click(await button('Not me'))
  await screen.findByRole('heading', { name: 'Nothing is linked' })
  expect(callsTo('chat.link')).toHaveLength(0)
})

test.each([
  ['opens', { 'chat.preview_link': () => refuse('chat_link_invalid') }],
  ['is confirmed', { 'chat.link': () => refuse('chat_link_invalid') }],
] as const)('an expired link is explained when it %s', async (moment, api) => {
  const { user } = await renderLink(api)
  if (moment === 'is confirmed') await user.click(await button('Link'))
  await screen.findByRole('heading', { name: 'This link no longer works' })
  screen.getByText(/once and for 10 minutes/)
})

test('a lost connection offers another try', async () => {
  const { user } = await renderLink({ 'chat.preview_link': loseConnection })
  const retry = await button('Try again')
  serve({
    'chat.preview_link': () => ({
      provider: 'teams',
      external_name: 'Northwind',
      person_name: 'Nora A.',
    }),
  })
  await user.click(retry)
  await screen.findByText('Northwind · Microsoft Teams')
})

test('a signed-out person signs in first and returns', async () => {
  const { router } = await renderLink({}, null)
  await button('Continue')
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.location.search).toEqual({ next: '/chat/link/one-time' })
})
