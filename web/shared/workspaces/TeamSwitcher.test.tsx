import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { callsTo, findDialog, renderApp } from '#tests/support/render.tsx'
import { stayOnPage } from '#tests/support/sso-data.ts'
import { makeConfig, nextId, makePresence } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'

test('an invite link opens one team until a code is entered', async () => {
  const assign = stayOnPage()
  const config = makeConfig({ workspaces_count: 2 })
  const team = (id: string, name: string) => ({
    id,
    name,
    logo: { url: null },
    users_count: 2,
    state: 'accepted' as const,
  })
  const joined = team(config.workspace.id, config.workspace.name)
  const own = team(nextId(), 'Own team')
  let isConfined = true
  const { user } = await renderApp('/inbox', {
    config,
    api: {
      'inbox.list': () => ({ items: [], next_cursor: null }),
      'auth.list_workspaces': () => (isConfined ? [joined] : [joined, own]),
      'presence.get': () => makePresence({ confined: isConfined }),
      'presence.send_code': () => ({ sig: 'signature' }),
      'presence.prove': () => {
        isConfined = false
        return makePresence()
      },
      'auth.create_session': () => ({ access_token: 'own-session', workspace: config.workspace }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Menu for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Switch teams' }))
  const dialog = await findDialog('Switch teams')
  await dialog.findByText(/^You joined through an invitation/)
  await dialog.findByRole('button', { name: /Juniper & Lane/ })
  expect(dialog.queryByRole('button', { name: /Own team/ })).toBeNull()
  await expectNoViolations(screen.getByRole('dialog', { name: 'Switch teams' }))
  await user.click(dialog.getByRole('button', { name: 'Confirm it’s you to see all your teams' }))
  const proving = await findDialog('Confirm it’s you')
  await user.click(await proving.findByLabelText('Digit 1'))
  await user.paste('123456')
  await user.click(await dialog.findByRole('button', { name: /Own team/ }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/feed'))
  expect(dialog.queryByText(/^You joined through an invitation/)).toBeNull()
  expect(session.token()).toBe('own-session')
  expect(callsTo('auth.create_session').map(({ body }) => body)).toEqual([{ workspace_id: own.id }])
})
