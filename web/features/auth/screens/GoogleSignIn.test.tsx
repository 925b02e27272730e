import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#web/lib/session.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { exampleTime, makeConfig, nextId } from '#tests/support/web-data.ts'

type GoogleOptions = { nonce: string; callback: (answer: { credential: string }) => void }
const unverified = /^Google hasn’t verified this address\. Please sign in with a code/

/** A stub of Google's script, whose button answers with the nonce that the page gave. */
function stubGoogle(): void {
  let options: GoogleOptions | undefined
  vi.stubGlobal('google', {
    accounts: {
      id: {
        initialize: (given: GoogleOptions) => (options = given),
        renderButton: (place: HTMLElement) => {
          const button = document.createElement('button')
          button.textContent = 'Continue with Google'
          button.type = 'button'
          button.onclick = () => options?.callback({ credential: `token of ${options.nonce}` })
          place.append(button)
        },
      },
    },
  })
}
beforeEach(() => {
  stubGoogle()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: ResizeObserverCallback
      constructor(report: ResizeObserverCallback) {
        this.#report = report
      }
      observe() {
        this.#report([{ contentRect: { width: 300 } } as ResizeObserverEntry], this as never)
      }
      disconnect() {}
    },
  )
  return () => vi.unstubAllGlobals()
})

/** Renders a sign-in page after its script of Google has loaded or failed. */
async function renderSignIn(path: string, api: Handlers = {}, event: 'load' | 'error' = 'load') {
  let nonces = 0
  // Each test has a script of its own: a loaded script is not loaded again.
  const scriptUrl = `https://google.example/${nextId()}`
  vi.spyOn(document.head, 'append').mockImplementationOnce((script) =>
    queueMicrotask(() => (script as HTMLScriptElement)[`on${event}`]?.(new Event(event))),
  )
  const app = await renderApp(path, {
    config: null,
    api: {
      'auth.options': () => ({
        google: { client_id: 'client', script_url: scriptUrl },
        terms_url: null,
        privacy_url: null,
      }),
      'auth.google_nonce': () => {
        nonces += 1
        return { nonce: `nonce ${nonces}`, nonce_key: `key ${nonces}`, expires_at: exampleTime }
      },
      ...api,
    },
  })
  await screen.findByLabelText('Work email')
  const press = async () =>
    app.user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  return { ...app, press }
}
const makeTeam = (name: string) => ({
  id: nextId(),
  name,
  logo: { url: null },
  users_count: 4,
  state: 'accepted' as const,
})

test('a new Google account creates a team', async () => {
  const { press } = await renderSignIn('/sign-up', {
    'auth.verify_google': () => ({
      email: 'new.person@gmail.com',
      workspaces: [],
      access_token: 'temporary',
    }),
    'joining.list_teams': () => [],
    'auth.account': () => ({
      email: 'new.person@gmail.com',
      team_name: null,
      first_name: '',
      last_name: '',
      ended: [],
    }),
  })
  await press()
  await waitFor(() => expect(location.pathname).toBe('/create-team'))
  expect(session.temporaryToken()).toBe('temporary')
  expect(callsTo('auth.verify_google').map(({ body }) => body)).toEqual([
    { id_token: 'token of nonce 1', nonce_key: 'key 1' },
  ])
})

test('a Google account with several teams chooses one', async () => {
  const workspaces = [makeTeam('North'), makeTeam('South')]
  const { press } = await renderSignIn('/login?next=%2Frewards', {
    'auth.verify_google': () => ({
      email: 'new.person@gmail.com',
      workspaces,
      access_token: 'temporary',
    }),
    'auth.list_workspaces': () => workspaces,
    'joining.list_teams': () => [],
  })
  await press()
  await screen.findByRole('button', { name: /North/ })
  screen.getByRole('button', { name: /South/ })
  expect(location.pathname + location.search).toBe('/workspaces?next=%2Frewards')
})

test('an unverified address is refused, and each attempt has its nonce', async () => {
  const { press } = await renderSignIn('/login', {
    'auth.verify_google': () => refuse('google_address'),
  })
  await press()
  await screen.findByText(unverified)
  expect(location.pathname).toBe('/login')
  await expectNoViolations(screen.getByRole('main'))
  await waitFor(() => expect(callsTo('auth.google_nonce')).toHaveLength(2))
  await press()
  await waitFor(() =>
    expect(callsTo('auth.verify_google').map(({ body }) => body.nonce_key)).toEqual([
      'key 1',
      'key 2',
    ]),
  )
  await screen.findByText(unverified)
})

test('a Google account with a second factor enters it and goes on', async () => {
  const config = makeConfig()
  const { user, fill, press } = await renderSignIn('/login?next=%2Fhelp', {
    'auth.verify_google': () => refuse('second_factor_needed'),
    'auth.create_session': () => ({ access_token: 'session-token', workspace: config.workspace }),
    'people.administrators': () => [],
  })
  await press()
  await screen.findByRole('heading', { name: 'Code from your authenticator app' })
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  await fill(screen.getByLabelText('Recovery code'), 'abcd-efgh-2345')
  serve({
    'auth.verify_google': () => ({
      email: 'careful.person@gmail.com',
      workspaces: [makeTeam('Careful')],
      access_token: 'temporary',
    }),
  })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/help'))
  expect(callsTo('auth.verify_google').at(-1)?.body).toEqual({
    id_token: 'token of nonce 1',
    nonce_key: 'key 1',
    second_factor: 'abcdefgh2345',
  })
})

test('a blocked Google script shows a note beside the mailed code', async () => {
  const { user, fill } = await renderSignIn(
    '/login',
    { 'sso.discover': () => [], 'auth.get_code': () => ({ sig: 'signature' }) },
    'error',
  )
  await screen.findByText(/^Google sign-in couldn’t be loaded\./)
  await expectNoViolations(screen.getByRole('main'))
  await fill(screen.getByLabelText('Work email'), 'somebody@example.test')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(location.pathname).toBe('/code-check'))
})
