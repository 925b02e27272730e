import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatRoute } from '#contract/schemas/chat.ts'
import { makeChatApp, makeChatRoute, makeConnectedApp } from '#tests/support/chat-data.ts'
import { callsTo, findDialog, loseConnection, refuse, serve } from '#tests/support/render.tsx'
import { craft, renderSlackApp, slackPath, teamsApp } from '#tests/support/render-slack-app.tsx'
import { nextId } from '#tests/support/web-data.ts'
import { makeAudience } from '#tests/support/audience-data.ts'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('a connected app shows its people, its channels and its settings', async () => {
  await renderSlackApp({
    app: makeConnectedApp(),
    routes: [
      makeChatRoute({ kinds: ['thanks', 'joined'], value_ids: [craft.id] }),
      makeChatRoute({
        channel_name: 'sales',
        state: 'off',
        off_reason: 'channel',
        waiting: 3,
        audience: makeAudience({ groups: [{ id: nextId(), kind: 'department', name: 'Sales' }] }),
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
  const { user, fill } = await renderSlackApp({ app: makeConnectedApp() })
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
  const { user, fill } = await renderSlackApp({
    app: makeConnectedApp(),
    address: `${slackPath}?replaces=${bridge}`,
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
  const { user } = await renderSlackApp({ app: makeConnectedApp(), routes: [route] })
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
  // Only what the form changed, so that a colleague's change to the rest stays.
  expect(callsTo('chat.update_route').at(-1)?.body).toEqual({ kinds: ['joined'] })
})

test('a channel whose value was retired says so and can be changed', async () => {
  const route = makeChatRoute({ value_ids: [nextId()] })
  const { user } = await renderSlackApp({ app: makeConnectedApp(), routes: [route] })
  await screen.findByText('Public thanks · only retired values · everyone')
  await user.click(await button('Edit #thanks'))
  const dialog = await findDialog('Edit “#thanks”')
  serve({ 'chat.update_route': () => route })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(callsTo('chat.update_route').at(-1)?.body).toMatchObject({ value_ids: [] })
})

test('a channel is paused, turned on and removed', async () => {
  const route = makeChatRoute()
  let routes = [route]
  const { user } = await renderSlackApp({
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
  const { user } = await renderSlackApp({
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
  const { user } = await renderSlackApp({
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
  const { user } = await renderSlackApp({
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
  const { user } = await renderSlackApp({
    api: {
      'chat.list': () => [app, teamsApp],
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
