import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, neverAnswer, refuse, renderApp } from '#tests/support/render.tsx'
import { makeConfig, makePresence } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'

/** Opens the dialog to leave one of some teams, on the account page. */
async function openLeaveDialog(config: ReturnType<typeof makeConfig>, api: Handlers = {}) {
  const { user } = await renderApp('/edit-profile', {
    config,
    api: {
      'inbox.preferences': neverAnswer,
      'auth.list_sessions': neverAnswer,
      'calendar.get': neverAnswer,
      'oauth.list': neverAnswer,
      'second_factor.get': neverAnswer,
      'tokens.list': neverAnswer,
      'auth.create_temporary': () => ({ access_token: 'temporary' }),
      'users.delete': () => undefined,
      ...api,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Leave the team' }))
  const dialog = await findDialog()
  await user.click(dialog.getByLabelText('Yes, I want to leave for good'))
  await user.click(dialog.getByRole('button', { name: 'Leave for good' }))
  return { user, dialog }
}

/** Leaves one of some teams. Returns the pages that the app then opens. */
async function leaveTeam(teams: number, api: Handlers = {}, fields: Partial<AppConfig> = {}) {
  const opened: string[] = []
  onTestFinished(session.onEnd((to) => opened.push(to)))
  const config = makeConfig({ workspaces_count: teams, ...fields })
  await openLeaveDialog(config, api)
  await waitFor(() =>
    expect(callsTo('users.delete').map(({ params }) => params.id)).toEqual([config.user.id]),
  )
  await waitFor(() => expect(session.token()).toBeNull())
  return opened
}

test('leaving one of two teams leads to the other team', async () => {
  expect(await leaveTeam(2)).toEqual(['/workspaces'])
  expect(session.temporaryToken()).toBe('temporary')
})

test('leaving the last team leads to the farewell', async () => {
  expect(await leaveTeam(1)).toEqual(['/goodbye'])
  expect([session.temporaryToken(), callsTo('auth.create_temporary')]).toEqual([null, []])
})

test('leaving one of two teams after a company sign-in leads to the farewell', async () => {
  const api = { 'auth.create_temporary': () => refuse('account_sign_in_required') }
  expect(await leaveTeam(2, api, { signed_in_by: 'sso' })).toEqual(['/goodbye'])
})

test('closing the proof of presence shows no error in the dialog', async () => {
  const { user, dialog } = await openLeaveDialog(makeConfig({ workspaces_count: 2 }), {
    'auth.create_temporary': () => refuse('presence_required'),
    'presence.get': () => makePresence(),
    'presence.send_code': () => ({ sig: 'signature' }),
  })
  const proving = await findDialog('Confirm it’s you')
  await user.click(await proving.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull())
  await waitFor(() =>
    expect(
      dialog.getByRole('button', { name: 'Leave for good' }).dataset['loading'],
    ).toBeUndefined(),
  )
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(callsTo('users.delete')).toEqual([])
})
