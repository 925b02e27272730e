import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, neverAnswer, pageOf, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'
import { session, type SignInForm } from '#web/lib/session.ts'

const email = 'ada@example.test'
const account = { email, team_name: null, first_name: '', last_name: '', ended: [] }

/** Renders the page of a code that was just sent. */
async function renderCodeCheck(api: Handlers, form: SignInForm = 'login') {
  session.setPendingCode({ email, sig: 'first', form, sent_at: Date.now() })
  const app = await renderApp('/code-check', { config: null, api })
  const firstDigit = () => screen.findByLabelText<HTMLInputElement>('Digit 1')
  const typeCode = async (code: string) => {
    await app.user.click(await firstDigit())
    await app.user.paste(code)
  }
  return { ...app, firstDigit, typeCode }
}

test('five wrong codes offer a button for a new code', async () => {
  const config = makeConfig()
  const { user, firstDigit, typeCode } = await renderCodeCheck({
    'auth.verify_code': () => refuse('invalid_code', { field: 'code' }),
  })
  for (let n = 1; n <= 4; n += 1) {
    await typeCode('000000')
    await waitFor(() => expect(callsTo('auth.verify_code')).toHaveLength(n))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Invalid code. Please try again'),
    )
    await waitFor(async () => expect((await firstDigit()).value).toBe(''))
  }
  serve({ 'auth.verify_code': () => refuse('code_exhausted', { field: 'code' }) })
  await typeCode('000000')
  await screen.findByText('This code no longer works. Please get a new one')
  expect(screen.queryByLabelText('Digit 1')).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
  const { id, name } = config.workspace
  serve({
    'auth.get_code': () => ({ sig: 'second' }),
    'auth.verify_code': () => ({
      workspaces: [{ id, name, logo: { url: null }, users_count: 5, state: 'accepted' }],
      access_token: 'temporary',
    }),
    'auth.create_session': () => ({ access_token: 'session-token', workspace: config.workspace }),
    'posts.list': () => pageOf([], null),
    'people.dates': () => [],
    'leaderboards.common_topics': neverAnswer,
    'leaderboards.list': neverAnswer,
  })
  await user.click(screen.getByRole('button', { name: 'Send a new code' }))
  await firstDigit()
  expect(screen.queryByRole('alert')).toBeNull()
  await typeCode('123456')
  await waitFor(() => expect(location.pathname).toBe('/feed'))
  expect(callsTo('auth.get_code').map(({ body }) => body.email)).toEqual([email])
  expect(callsTo('auth.verify_code').at(-1)?.body).toMatchObject({
    email,
    sig: 'second',
    code: '123456',
  })
})

test('an address without a team can create a team or be changed', async () => {
  const { user, typeCode, router } = await renderCodeCheck({
    'auth.verify_code': () => ({ workspaces: [], access_token: 'temporary' }),
    'auth.list_workspaces': () => [],
    'joining.list_teams': () => [],
    'auth.account': () => account,
  })
  await typeCode('123456')
  await screen.findByRole('heading', { name: 'This address isn’t on any team' })
  await screen.findByText(/^We couldn’t find a team for ada@example\.test\./)
  // A reload shows the same page.
  expect([location.pathname, session.temporaryToken()]).toEqual(['/workspaces', 'temporary'])
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('link', { name: 'Create a new team' }))
  await waitFor(() => expect(location.pathname).toBe('/create-team'))
  router.history.back()
  await user.click(await screen.findByRole('link', { name: 'Use another address' }))
  await screen.findByLabelText('Work email')
  expect(location.pathname).toBe('/login')
})

test('an address without a team creates one after sign-up', async () => {
  const { typeCode } = await renderCodeCheck(
    {
      'auth.verify_code': () => ({ workspaces: [], access_token: 'temporary' }),
      'joining.list_teams': () => [],
      'auth.account': () => account,
    },
    'sign_up',
  )
  await typeCode('123456')
  await waitFor(() => expect(location.pathname).toBe('/create-team'))
})
