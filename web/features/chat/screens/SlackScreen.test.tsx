import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeChatApp, makeConnectedApp } from '#tests/support/chat-data.ts'
import { callsTo, neverAnswer, refuse, serve } from '#tests/support/render.tsx'
import { renderSlackApp, slackPath, teamsApp } from '#tests/support/render-slack-app.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the steps lead from the network to the keys', async () => {
  const { user, fill } = await renderSlackApp()
  await user.click(await screen.findByRole('radio', { name: 'Closed network (Socket Mode)' }))
  await user.click(await button('Next'))
  const create = await screen.findByRole('link', { name: 'Create the app in Slack' })
  await waitFor(() =>
    expect(create.getAttribute('href')).toBe('https://api.slack.com/apps?socket=1'),
  )
  screen.getByText('users:read.email')
  screen.getByText('The app can never read messages, channels or files.')
  await user.click(await button('Next'))
  expect(screen.queryByLabelText('Signing secret')).toBeNull()
  await user.click(await button('Save and continue'))
  await screen.findAllByText('required')
  await fill(screen.getByLabelText('Client ID'), '123.456')
  await fill(screen.getByLabelText('Client secret'), 'secret')
  await fill(screen.getByLabelText('App-level token (xapp-…)'), 'xapp-1')
  await user.click(await button('Save and continue'))
  await button('Add to Slack')
  expect(callsTo('chat.save').at(-1)?.body).toEqual({
    socket_mode: true,
    client_id: '123.456',
    client_secret: 'secret',
    app_token: 'xapp-1',
  })
})

test('stored secrets stay when their fields are empty', async () => {
  const { user, fill } = await renderSlackApp({
    app: makeConnectedApp({ state: 'disconnected', state_reason: 'credentials' }),
  })
  await screen.findByText(/^Slack no longer accepts the keys/)
  await fill(screen.getByLabelText('Signing secret'), 'new')
  await user.click(await button('Save and continue'))
  await waitFor(() =>
    expect(callsTo('chat.save').at(-1)?.body).toEqual({
      socket_mode: false,
      client_id: '123.456',
      signing_secret: 'new',
    }),
  )
})

test('the app of the operator needs the permissions only', async () => {
  const { user } = await renderSlackApp({
    app: makeChatApp({ operator_app: true }),
    api: { 'chat.authorize': () => refuse('forbidden') },
  })
  await user.click(await button('Add to Slack'))
  expect(screen.queryByRole('radio')).toBeNull()
  await waitFor(() => expect(callsTo('chat.authorize')).toHaveLength(1))
  await screen.findByRole('alert')
})

test('the return from Slack connects once and cleans the address', async () => {
  const connected = makeConnectedApp()
  let app = makeChatApp({ state: 'setup' })
  const { router } = await renderSlackApp({
    address: `${slackPath}?code=123.456.abc&state=s1`,
    api: {
      'chat.list': () => [app, teamsApp],
      'chat.connect': () => {
        app = connected
        return connected
      },
    },
  })
  await screen.findByRole('heading', { name: 'Connected to “Northwind” with 12 people.' })
  expect(callsTo('chat.connect').map(({ body }) => body)).toEqual([
    { code: '123.456.abc', state: 's1' },
  ])
  expect(router.state.location.href).toBe(slackPath)
})

test('a refused authorization shows the reason above the steps', async () => {
  await renderSlackApp({
    app: makeChatApp({ state: 'setup' }),
    address: `${slackPath}?code=c&state=s`,
    api: { 'chat.connect': () => refuse('chat_authorization_invalid') },
  })
  await within(await screen.findByRole('alert')).findByText(/^This authorization has expired/)
  await button('Add to Slack')
})

test('denied permissions get a calm text and no call', async () => {
  const { router } = await renderSlackApp({
    app: makeChatApp({ state: 'setup' }),
    address: `${slackPath}?error=access_denied&state=s`,
  })
  await screen.findByText(/^You didn’t allow the permissions in Slack/)
  expect(router.state.location.href).toBe(slackPath)
  expect(callsTo('chat.connect')).toHaveLength(0)
})

test('the page shows its loading and its failure', async () => {
  const { user } = await renderSlackApp({ api: { 'chat.list': () => refuse('unknown') } })
  await screen.findByRole('heading', { name: 'Slack', level: 1 })
  serve({ 'chat.list': neverAnswer })
  await user.click(await button('Try again'))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('nothing changes while acting on behalf of someone', async () => {
  await renderSlackApp({ config: makeConfig({ impersonated: true }) })
  const page = await screen.findByRole<HTMLFieldSetElement>('group', { name: 'Slack' })
  expect(page.disabled).toBe(true)
})
