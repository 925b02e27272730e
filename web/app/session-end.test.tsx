import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makePresence } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { watchSessionEnd } from './session-end.ts'

/** Ends the session as another tab does. */
const endElsewhere = () =>
  act(() => {
    session.end()
  })

test('the page of a mailed link stays when the session of its browser ends', async () => {
  const { client, router } = await renderApp('/u/token', {
    api: {
      'notifications.get': () => ({
        event: 'points_received',
        team: 'Juniper & Lane',
        subscribed: true,
      }),
    },
  })
  onTestFinished(watchSessionEnd(client, router))
  await screen.findByText('You’re subscribed to these emails.')
  expect(client.getQueryData(queryKey('config'))).toBeDefined()
  endElsewhere()
  await waitFor(() => expect(client.getQueryData(queryKey('config'))).toBeUndefined())
  expect(location.pathname).toBe('/u/token')
  screen.getByText('You’re subscribed to these emails.')
})

test('a page of the team gives way to the sign-in when its session ends', async () => {
  const { client, router } = await renderApp('/settings/values', {
    api: { 'values.list': () => [], 'values.suggestions': () => [] },
  })
  onTestFinished(watchSessionEnd(client, router))
  endElsewhere()
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('the dialog that asks for presence closes with the session', async () => {
  const { client, router, user } = await renderApp('/settings/danger', {
    api: {
      'workspace_exports.list': () => [],
      'presence.get': () => makePresence(),
      'presence.send_code': () => ({ sig: 'signature' }),
      'workspace.reset': () => refuse('presence_required'),
    },
  })
  onTestFinished(watchSessionEnd(client, router))
  await user.click(await screen.findByRole('button', { name: 'Reset data' }))
  const dialog = await findDialog('Reset data')
  await user.type(dialog.getByLabelText(/Type the team’s name/), 'Juniper & Lane')
  await user.click(dialog.getByRole('button', { name: 'Delete posts and points' }))
  await findDialog('Confirm it’s you')
  await screen.findByLabelText('Digit 1')
  serve({ 'config.get': () => refuse('unauthorized') })
  endElsewhere()
  await screen.findByText('Welcome back')
  await waitFor(() => expect(screen.queryByText('Confirm it’s you')).toBeNull())
  screen.getByText('Welcome back')
})
