import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePresence } from '#tests/support/web-data.ts'

const missing = makeConfig({ second_factor_missing: true })

/** Answers for the account settings beside the second factor. */
const otherSettings: Handlers = {
  'inbox.preferences': () => refuse('unknown'),
  'auth.list_sessions': () => [],
  'calendar.get': () => refuse('unknown'),
  'oauth.list': () => [],
  'tokens.list': () => refuse('unknown'),
}

/** Opens a page while the team requires two-factor authentication; `passes` ends that. */
async function renderRequired(hasApp: boolean, api: Handlers = {}) {
  let config = missing
  const passes = () => {
    config = { ...missing, second_factor_missing: false }
  }
  const app = await renderApp('/help', {
    config: missing,
    api: {
      'config.get': () => config,
      'second_factor.get': () => ({ on: hasApp, since: null, recovery_codes_left: hasApp ? 9 : 0 }),
      'second_factor.start': () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Laurel' }),
      'second_factor.confirm': () => {
        passes()
        return { recovery_codes: ['abcd-efgh-2345'] }
      },
      'presence.prove': () => {
        passes()
        return makePresence({ method: 'second_factor' })
      },
      'people.administrators': () => [],
      ...api,
    },
  })
  await screen.findByRole('heading', { name: 'One more step to your team' })
  return app
}

test('an account without an app sets it up and goes on', async () => {
  const { user, fill } = await renderRequired(false)
  expect(location.pathname).toBe('/two-factor')
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  await fill(await screen.findByLabelText('The six digits the app shows now'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('abcd-efgh-2345')
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(location.pathname).toBe('/help'))
})

test('closing the proof of presence shows no error', async () => {
  const { user } = await renderRequired(false, {
    'second_factor.start': () => refuse('presence_required'),
    'presence.get': () => makePresence(),
    'presence.send_code': () => ({ sig: 'signature' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Set up the app' }))
  const proving = await findDialog('Confirm it’s you')
  await user.click(await proving.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const start = screen.getByRole('button', { name: 'Set up the app' })
  await waitFor(() => expect(start.dataset['loading']).toBeUndefined())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an account with an app enters its code and goes on', async () => {
  const { user, fill } = await renderRequired(true)
  await fill(await screen.findByLabelText('Code from your authenticator app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(location.pathname).toBe('/help'))
  expect(callsTo('presence.prove')[0]?.body).toEqual({ second_factor: '123456' })
})

test('a wrong code is refused at its field', async () => {
  const { user, fill } = await renderRequired(true)
  serve({ 'presence.prove': () => refuse('second_factor_invalid', { field: 'second_factor' }) })
  await fill(await screen.findByLabelText('Code from your authenticator app'), '000000')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText(/^This code is wrong/)
  expect(location.pathname).toBe('/two-factor')
})

test('an account without the duty leaves at once, even after its settings', async () => {
  const { router } = await renderApp('/edit-profile', {
    api: {
      ...otherSettings,
      'second_factor.get': () => ({ on: false, since: null, recovery_codes_left: 0 }),
      'people.administrators': () => [],
    },
  })
  await screen.findByRole('button', { name: 'Add an app' })
  await act(() => router.navigate({ to: '/two-factor', search: { next: '/help' } }))
  await waitFor(() => expect(location.pathname).toBe('/help'))
})

test('a company session explains the closed account settings', async () => {
  await renderApp('/edit-profile', {
    config: makeConfig({ signed_in_by: 'sso' }),
    api: {
      ...otherSettings,
    },
  })
  const notes = await screen.findAllByText(/^You signed in through your company/)
  expect(notes).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add an app' })).toBeNull()
})
