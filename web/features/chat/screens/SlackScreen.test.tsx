import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatConnection, ChatRoute } from '#contract/schemas/chat.ts'
import { makeChatApp, makeChatRoute, makeConnectedApp } from '#tests/support/chat-data.ts'
import { makeConfig, makeValue, nextId } from '#tests/support/web-data.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

const teams = makeChatApp({ provider: 'teams' })
const path = '/settings/connections/slack'
const craft = makeValue({ name: 'Craft', emoji: '🔧' })

/** Renders the page of the app in Slack, which can be saved and checked. */
function renderSlack({
  app = makeChatApp(),
  routes = [],
  address = path,
  config = makeConfig({ values: [craft] }),
  api = {},
}: {
  app?: ChatConnection
  routes?: ChatRoute[]
  address?: string
  config?: ReturnType<typeof makeConfig>
  api?: Handlers
} = {}) {
  let current = app
  return renderApp(address, {
    config,
    api: {
      'chat.list': () => [current, teams],
      'chat.routes': () => routes,
      'chat.manifest': ({ query }) => ({
        manifest: '{}',
        create_url: `https://api.slack.com/apps?socket=${query.socket_mode}`,
      }),
      'chat.save': ({ body }) => {
        if (body.client_id === '') return refuse('required', { field: 'client_id' })
        current = { ...current, state: 'setup', client_id: body.client_id ?? current.client_id }
        return current
      },
      'audiences.preview': () => ({ count: 0, people: [] }),
      ...api,
    },
  })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the steps lead from the network to the keys', async () => {
  const { user, fill } = await renderSlack()
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
  const { user, fill } = await renderSlack({
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
  const { user } = await renderSlack({
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
  const { router } = await renderSlack({
    address: `${path}?code=123.456.abc&state=s1`,
    api: {
      'chat.list': () => [app, teams],
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
  expect(router.state.location.href).toBe(path)
})

test('a refused authorization shows the reason above the steps', async () => {
  await renderSlack({
    app: makeChatApp({ state: 'setup' }),
    address: `${path}?code=c&state=s`,
    api: { 'chat.connect': () => refuse('chat_authorization_invalid') },
  })
  await within(await screen.findByRole('alert')).findByText(/^This authorization has expired/)
  await button('Add to Slack')
})

test('denied permissions get a calm text and no call', async () => {
  const { router } = await renderSlack({
    app: makeChatApp({ state: 'setup' }),
    address: `${path}?error=access_denied&state=s`,
  })
  await screen.findByText(/^You didn’t allow the permissions in Slack/)
  expect(router.state.location.href).toBe(path)
  expect(callsTo('chat.connect')).toHaveLength(0)
})

test('a connected app shows its people, its channels and its settings', async () => {
  await renderSlack({
    app: makeConnectedApp(),
    routes: [
      makeChatRoute({ kinds: ['thanks', 'joined'], value_ids: [craft.id] }),
      makeChatRoute({
        channel_name: 'sales',
        state: 'off',
        off_reason: 'channel',
        waiting: 3,
        audience: {
          groups: [
            {
              id: nextId(),
              kind: 'department',
              name: 'Sales',
              parent_id: null,
            } as never,
          ],
          excluded_groups: [],
          managers_only: false,
          countries: [],
          tenure_months_from: null,
          tenure_months_to: null,
          people: [],
        },
      }),
      makeChatRoute({ provider: 'teams', channel_name: 'General' }),
    ],
  })
  const list = within(await screen.findByRole('list', { name: 'Channels' }))
  list.getByText('Public thanks · New people · Craft · everyone')
  list.getByText('Public thanks · Sales')
  list.getByText(/^Slack doesn’t let the app post here/)
  list.getByText('3 messages waiting')
  expect(list.queryByText('General')).toBeNull()
})

test('a channel is added with its values and its people', async () => {
  const { user, fill } = await renderSlack({ app: makeConnectedApp() })
  await screen.findByText(/^No channels yet/)
  await user.click(await button('Add a channel'))
  const dialog = await findDialog('Add a channel')
  await fill(dialog.getByRole('textbox', { name: 'Channel' }), '#thanks')
  await user.click(dialog.getByRole('checkbox', { name: 'New people' }))
  await user.click(dialog.getByRole('combobox', { name: 'Values' }))
  await user.click(await dialog.findByRole('option', { name: '🔧 Craft' }))
  await user.click(dialog.getByRole('radio', { name: 'Some people' }))
  await user.click(await dialog.findByRole('switch', { name: /^Managers only/ }))
  serve({
    'chat.create_route': () =>
      refuse('chat_channel_refused', { field: 'channel', params: { reason: 'is_archived' } }),
  })
  await user.click(dialog.getByRole('button', { name: 'Add channel' }))
  await dialog.findByText('The app can’t post to this channel: is_archived')
  serve({ 'chat.create_route': () => makeChatRoute() })
  await user.click(dialog.getByRole('button', { name: 'Add channel' }))
  await screen.findByText(/^Channel added/)
  expect(callsTo('chat.create_route').at(-1)?.body).toMatchObject({
    provider: 'slack',
    channel: '#thanks',
    kinds: ['thanks', 'joined'],
    value_ids: [craft.id],
    audience: { managers_only: true },
  })
})

test('a bridge that moves is replaced by the new channel', async () => {
  const bridge = nextId()
  const { user, fill } = await renderSlack({
    app: makeConnectedApp(),
    address: `${path}?replaces=${bridge}`,
    api: { 'chat.create_route': () => makeChatRoute() },
  })
  const dialog = await findDialog('Move to the app')
  await fill(dialog.getByRole('textbox', { name: 'Channel' }), '#thanks')
  await user.click(dialog.getByRole('button', { name: 'Add channel' }))
  await screen.findByText(/^Moved/)
  expect(callsTo('chat.create_route').at(-1)?.body.replaces).toBe(bridge)
  // The next channel replaces nothing.
  await user.click(await button('Add a channel'))
  await findDialog('Add a channel')
})

test('a channel keeps its address when it changes', async () => {
  const route = makeChatRoute()
  const { user } = await renderSlack({ app: makeConnectedApp(), routes: [route] })
  await user.click(await button('Edit #thanks'))
  const dialog = await findDialog('Edit “#thanks”')
  expect(dialog.queryByRole('textbox', { name: 'Channel' })).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Public thanks' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  await user.click(dialog.getByRole('checkbox', { name: 'New people' }))
  serve({ 'chat.update_route': () => route })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(callsTo('chat.update_route').at(-1)?.body).toEqual({
    kinds: ['joined'],
    value_ids: [],
    audience: null,
  })
})

test('a channel is paused, turned on and removed', async () => {
  const route = makeChatRoute()
  let routes = [route]
  const { user } = await renderSlack({
    app: makeConnectedApp(),
    api: {
      'chat.routes': () => routes,
      'chat.update_route': ({ body }) => {
        routes = [{ ...route, state: body.paused ? 'paused' : 'active' }]
        return routes[0] as ChatRoute
      },
      'chat.delete_route': () => {
        routes = []
      },
    },
  })
  const choose = async (name: string) => {
    await user.click(await button('More actions for #thanks'))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Pause')
  await user.click(await button('Turn on #thanks'))
  await button('Edit #thanks')
  await choose('Remove')
  await user.click((await findDialog('Remove “#thanks”?')).getByRole('button', { name: 'Remove' }))
  await screen.findByText(/^No channels yet/)
})

test('the logs of a channel and of direct messages show reasons', async () => {
  const route = makeChatRoute()
  const app = makeConnectedApp()
  const { user } = await renderSlack({
    app,
    routes: [route],
    api: {
      'hooks.deliveries': ({ params }) => ({
        items: [
          {
            id: nextId(),
            event: params.id === app.hook_id ? 'direct.thanks' : 'post.created',
            state: 'failed',
            attempts: 1,
            status: null,
            answer: '',
            reason: 'refused',
            next_at: null,
            sent_at: null,
            created_at: '2026-03-04T10:00:00.000Z',
          },
        ],
        next_cursor: null,
      }),
    },
  })
  await user.click(await button('Log of direct messages'))
  const direct = await findDialog('Sent to “Direct messages in Slack”')
  await direct.findByText('Thanks to a person')
  direct.getByText(/the chat refused the message/)
  await user.click(direct.getByRole('button', { name: 'Close' }))
  await user.click(await button('More actions for #thanks'))
  await user.click(await screen.findByRole('menuitem', { name: 'Log' }))
  await (await findDialog('Sent to “#thanks”')).findByText('New public thanks')
})

test('a check shows what works and what to do', async () => {
  const app = makeConnectedApp()
  const { user } = await renderSlack({
    app,
    api: {
      'chat.check': () => ({
        connection: app,
        checks: [
          { name: 'token', ok: true, detail: '' },
          { name: 'scopes', ok: false, detail: 'im:write' },
        ],
      }),
    },
  })
  await user.click(await button('Check'))
  const checks = within(await screen.findByRole('list', { name: 'Check the connection' }))
  checks.getByText('Laurel may act in Slack')
  checks.getByText(/^Permissions are missing/)
  checks.getByText('im:write')
})

test('a switch of the settings reverts when saving fails', async () => {
  const { user } = await renderSlack({
    app: makeConnectedApp(),
    api: { 'chat.save': loseConnection },
  })
  const guests = await screen.findByRole<HTMLInputElement>('switch', { name: /^Allow guests/ })
  await user.click(guests)
  await waitFor(() => expect(callsTo('chat.save').at(-1)?.body).toEqual({ allow_guests: true }))
  await waitFor(() => expect(guests.checked).toBe(false))
})

test('disconnecting says what ends', async () => {
  let app = makeConnectedApp()
  const { user } = await renderSlack({
    api: {
      'chat.list': () => [app, teams],
      'chat.disconnect': () => {
        app = makeChatApp()
      },
    },
  })
  await user.click(await button('Disconnect'))
  const dialog = await findDialog('Disconnect Slack?')
  dialog.getByText(/^Commands, channels and direct messages in Slack stop right away/)
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
  await screen.findByRole('radio', { name: /^This server is reachable/ })
})

test('the page shows its loading and its failure', async () => {
  const { user } = await renderSlack({ api: { 'chat.list': () => refuse('unknown') } })
  await screen.findByRole('heading', { name: 'Slack', level: 1 })
  serve({ 'chat.list': neverAnswer })
  await user.click(await button('Try again'))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('nothing changes while acting on behalf of someone', async () => {
  await renderSlack({ config: makeConfig({ impersonated: true }) })
  const page = await screen.findByRole<HTMLFieldSetElement>('group', { name: 'Slack' })
  expect(page.disabled).toBe(true)
})
