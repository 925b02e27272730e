import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Webhook } from '#contract/schemas/webhooks.ts'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import { refuseClipboard } from '#tests/support/clipboard.ts'
import { makeChatApp, makeConnectedApp } from '#tests/support/chat-data.ts'
import { exampleTime, nextId } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const makeWebhook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: nextId(),
  kind: 'webhook',
  url: 'https://payroll.example.test/laurel',
  description: 'Payroll',
  events: ['post.created'],
  state: 'active',
  off_reason: null,
  failures: 0,
  waiting: 0,
  next_at: null,
  delivered_at: null,
  old_secret_until: null,
  created_at: exampleTime,
  abilities: { change: true },
  ...fields,
})

/** Renders the connections, which can be created, paused and removed. */
async function renderWebhooks(...hooks: Webhook[]) {
  return renderConnections(hooks, [makeChatApp(), makeChatApp({ provider: 'teams' })])
}
async function renderConnections(hooks: Webhook[], apps: ChatConnection[]) {
  let all = hooks
  return renderApp('/settings/connections', {
    api: {
      'chat.list': () => apps,
      'hooks.list': () => all,
      'hooks.create': ({ body }) => {
        if (body.kind === 'slack') return refuse('slack_address', { field: 'url' })
        if (!body.url.startsWith('https:')) return refuse('address_refused', { field: 'url' })
        const hook = makeWebhook(body)
        all = [...all, hook]
        return { hook, secret: 'whsec_example' }
      },
      'hooks.update': ({ params, body }) => {
        const [hook = makeWebhook()] = all.filter((one) => one.id === params.id)
        const changed = makeWebhook({ ...hook, state: body.paused ? 'paused' : 'active' })
        all = all.map((one) => (one.id === params.id ? changed : one))
        return changed
      },
      'hooks.rotate': () => ({ hook: makeWebhook(), secret: 'whsec_example' }),
      'hooks.delete': ({ params }) => {
        all = all.filter((one) => one.id !== params.id)
      },
    },
  })
}

test('a new webhook shows its secret once', async () => {
  const { user, fill } = await renderWebhooks()
  await user.click(await screen.findByRole('button', { name: 'Connect Webhook' }))
  const dialog = await findDialog()
  const connect = () => user.click(dialog.getByRole('button', { name: 'Connect' }))
  await connect()
  await dialog.findByText('required')
  await fill(dialog.getByLabelText('URL'), 'http://10.0.0.1/hook')
  await connect()
  await dialog.findByText('Please use an https URL on the public internet')
  await fill(dialog.getByLabelText('URL'), 'https://payroll.example.test/laurel')
  await fill(dialog.getByLabelText('Name (optional)'), 'Payroll')
  await user.click(dialog.getByLabelText('New comments on public thanks'))
  await connect()
  await screen.findByText('whsec_example')
  await user.keyboard('{Escape}')
  const secretDialog = await findDialog()
  refuseClipboard()
  await user.click(secretDialog.getByRole('button', { name: 'Copy' }))
  await secretDialog.findByText('Copying didn’t work. Please select the text and copy it yourself.')
  await user.click(secretDialog.getByRole('button', { name: 'Done' }))
  await screen.findByRole('heading', { name: 'Payroll' })
  expect(screen.queryByText('whsec_example')).toBeNull()
  expect(callsTo('hooks.create').at(-1)?.body.events).toEqual(['post.created', 'comment.created'])
})

test('a changed webhook keeps the address of a colleague', async () => {
  const hook = makeWebhook()
  const { user, fill, client } = await renderWebhooks(hook)
  await user.click(await screen.findByRole('button', { name: 'Edit Payroll' }))
  const dialog = await findDialog()
  await fill(dialog.getByLabelText('Name (optional)'), 'Wages')
  const moved = { ...hook, url: 'https://payroll.example.test/moved' }
  serve({ 'hooks.list': () => [moved] })
  await act(() => client.invalidateQueries({ queryKey: queryKey('webhooks') }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(callsTo('hooks.update').at(-1)?.body).toEqual({ description: 'Wages' })
})

test('Escape does not close the dialog with a new secret', async () => {
  const { user } = await renderWebhooks(makeWebhook())
  await user.click(await screen.findByRole('button', { name: 'Edit Payroll' }))
  await user.click((await findDialog()).getByRole('button', { name: 'New secret' }))
  await screen.findByText('whsec_example')
  await user.keyboard('{Escape}')
  await user.click((await findDialog()).getByRole('button', { name: 'Done' }))
})

test('a chat bridge asks for its provider address', async () => {
  const { user, fill } = await renderWebhooks()
  await user.click(await screen.findByRole('button', { name: 'Connect Slack' }))
  const dialog = await findDialog()
  await fill(dialog.getByLabelText('URL'), 'https://example.com/services')
  await user.click(dialog.getByRole('button', { name: 'Connect' }))
  await dialog.findByText('This isn’t the URL of a Slack incoming webhook')
  expect(document.activeElement).toBe(dialog.getByLabelText('URL'))
})

test('a webhook is paused, turned on and removed', async () => {
  const { user } = await renderWebhooks(makeWebhook())
  await user.click(await screen.findByRole('button', { name: 'Edit Payroll' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Pause' }))
  await screen.findByText('Paused')
  await user.click(screen.getByRole('button', { name: 'Turn on Payroll' }))
  await screen.findByText('Working')
  await user.click(screen.getByRole('button', { name: 'Remove Payroll' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Payroll' })).toBeNull())
})

test('the cards of the apps show their states', async () => {
  await renderConnections(
    [],
    [
      makeConnectedApp(),
      makeChatApp({ provider: 'teams', state: 'disconnected', state_reason: 'credentials' }),
    ],
  )
  await screen.findByText('Connected to “Northwind” with 12 people.')
  screen.getByText('Microsoft Teams no longer accepts the keys. Paste new ones to go on.')
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Manage the Slack app')).toBe('/settings/connections/slack')
  expect(linkTo('Connect again the Microsoft Teams app')).toBe('/settings/connections/teams')
})

test('apps that are not connected offer to connect or to continue', async () => {
  await renderConnections([], [makeChatApp(), makeChatApp({ provider: 'teams', state: 'setup' })])
  await screen.findByRole('link', { name: 'Connect the Slack app' })
  screen.getByRole('link', { name: 'Continue the Microsoft Teams app' })
  screen.getByText('Setup started')
})

test('a bridge moves to the app only while the app is connected', async () => {
  const bridge = makeWebhook({ kind: 'slack', description: '#thanks' })
  await renderConnections(
    [bridge, makeWebhook({ kind: 'teams', description: 'Praise' })],
    [makeConnectedApp(), makeChatApp({ provider: 'teams' })],
  )
  const move = await screen.findByRole('link', { name: 'Move to the app #thanks' })
  expect(move.getAttribute('href')).toBe(`/settings/connections/slack?replaces=${bridge.id}`)
  expect(screen.queryByRole('link', { name: 'Move to the app Praise' })).toBeNull()
})
