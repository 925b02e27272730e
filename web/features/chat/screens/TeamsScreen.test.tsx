import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, type MockInstance, test, vi } from 'vitest'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import { makeChatApp, makeChatRoute, makeConnectedApp } from '#tests/support/chat-data.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'

const path = '/settings/connections/teams'
const makeApp = (fields: Partial<ChatConnection>) => makeChatApp({ provider: 'teams', ...fields })

function renderTeams(app: ChatConnection, api: Handlers = {}) {
  let current = app
  return renderApp(path, {
    api: {
      'chat.list': () => [makeChatApp(), current],
      'chat.routes': () => [],
      'chat.save': () => {
        current = { ...current, state: 'setup' }
        return current
      },
      ...api,
    },
  })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
let followLink: MockInstance | undefined
afterEach(() => followLink?.mockRestore())

test('the steps lead from the bot to the package and the check', async () => {
  followLink = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user, fill } = await renderTeams(makeApp({}), { 'chat.package': () => 'zip' })
  expect((await screen.findByLabelText<HTMLInputElement>('Endpoint address')).value).toBe(
    'https://laurel.example/api/chat/teams/messages',
  )
  await user.click(await button('Next'))
  await fill(screen.getByLabelText('Application (client) ID'), 'app-id')
  await fill(screen.getByLabelText('Directory (tenant) ID'), 'tenant-id')
  await fill(screen.getByLabelText('Client secret'), 'secret')
  await user.click(await button('Save and continue'))
  await user.click(await button('Download package'))
  await waitFor(() => expect(followLink).toHaveBeenCalledOnce())
  expect(callsTo('chat.package')).toHaveLength(1)
  expect(callsTo('chat.save').at(-1)?.body).toEqual({
    app_id: 'app-id',
    tenant_id: 'tenant-id',
    client_secret: 'secret',
  })
  const connected = makeConnectedApp({ provider: 'teams' })
  await user.click(await button('Next'))
  serve({
    'chat.check': () => ({
      connection: connected,
      checks: [{ name: 'installed', ok: true, detail: '' }],
    }),
    'chat.list': () => [makeChatApp(), connected],
  })
  await user.click(await button('Check'))
  await screen.findByRole('heading', { name: 'Connected to “Northwind” with 12 people.' })
})

test('a check that fails says what to do', async () => {
  const app = makeApp({ state: 'setup' })
  const { user } = await renderTeams(app, {
    'chat.check': () => ({
      connection: app,
      checks: [{ name: 'installed', ok: false, detail: '' }],
    }),
  })
  await user.click(await button('Next'))
  await user.click(await button('Check'))
  await screen.findByText(/^No one has added the app in Microsoft Teams yet/)
})

test('a finished step opens again', async () => {
  const { user } = await renderTeams(makeApp({ state: 'setup', app_id: 'app-id' }))
  await user.click(await button(/^Show\s*: Paste the keys$/))
  expect(screen.getByLabelText<HTMLInputElement>('Application (client) ID').value).toBe('app-id')
  expect(screen.getByLabelText('Client secret').getAttribute('placeholder')).toBe(
    'Saved. Leave empty to keep it',
  )
})

test('a channel comes from the list of Teams', async () => {
  const { user } = await renderTeams(makeConnectedApp({ provider: 'teams' }), {
    'chat.channels': () => [{ id: '19:1', name: 'Northwind / General' }],
    'chat.create_route': () => makeChatRoute({ provider: 'teams' }),
  })
  await user.click(await button('Add a channel'))
  const dialog = await findDialog('Add a channel')
  await dialog.findByRole('option', { name: 'Northwind / General' })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Channel' }), '19:1')
  await user.click(dialog.getByRole('button', { name: 'Add channel' }))
  await screen.findByText(/^Channel added/)
  expect(callsTo('chat.create_route').at(-1)?.body).toMatchObject({ channel: '19:1' })
})

test('without channels the dialog says what to do first', async () => {
  const { user } = await renderTeams(makeConnectedApp({ provider: 'teams' }), {
    'chat.channels': () => [],
  })
  await user.click(await button('Add a channel'))
  const dialog = await findDialog('Add a channel')
  await dialog.findByText('No channels yet. Add Laurel to a team in Teams first.')
})

test('a disconnected app shows the reason, its channels and the way back', async () => {
  await renderTeams(
    makeConnectedApp({
      provider: 'teams',
      state: 'disconnected',
      state_reason: 'uninstalled',
    }),
    {
      'chat.routes': () => [
        makeChatRoute({ provider: 'teams', state: 'off', off_reason: 'disconnected' }),
      ],
    },
  )
  await screen.findByText(/^Someone removed the app in Microsoft Teams/)
  await button('Download package')
  const list = within(await screen.findByRole('list', { name: 'Channels' }))
  list.getByText(/^Microsoft Teams is disconnected/)
  expect(screen.queryByRole('button', { name: 'Add a channel' })).toBeNull()
})
