import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'
import { makePresence } from '#tests/support/web-data.ts'
import { refetchAll } from './live-updates.ts'
import { CanceledError } from '#web/shared/errors/error-messages.ts'
import { requestPresenceProof } from '#web/shared/presence/presence-request.ts'

test('a refetch of everything does not mail another code', async () => {
  const sending = Promise.withResolvers<{ sig: string }>()
  const { client, user } = await renderApp('/inbox', {
    api: {
      'inbox.list': () => ({ items: [], next_cursor: null }),
      'presence.get': () => makePresence(),
      'presence.send_code': () => sending.promise,
    },
  })
  const proof = requestPresenceProof().catch((error: unknown) => error)
  const dialog = await findDialog('Confirm it’s you')
  await dialog.findByText(/^We’re sending a code/)
  void refetchAll(client)
  serve({ 'presence.send_code': () => ({ sig: 'another' }) })
  sending.resolve({ sig: 'first' })
  await dialog.findByLabelText('Digit 1')
  await act(() => refetchAll(client))
  expect(callsTo('presence.send_code')).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await proof).toBeInstanceOf(CanceledError)
})
