import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, neverAnswer, refuse, renderApp, unmountApp } from '#tests/support/render.tsx'
import { makeSsoTestResult, stayOnPage } from '#tests/support/sso-data.ts'
import { makeConfig, nextId } from '#tests/support/web-data.ts'
import type { PendingSso } from '#web/shared/sso/tab-sign-in.ts'

const verifier = 'v'.repeat(43)
const target = { workspace_id: nextId(), connection_id: nextId() }
const signIn: PendingSso = { kind: 'sign_in', verifier, target, next: '/help' }
const testOf: PendingSso = { kind: 'test', verifier, connection_id: target.connection_id }

async function renderReturn(
  fragment: string,
  pending: PendingSso | null,
  api: Handlers = {},
  config: ReturnType<typeof makeConfig> | null = null,
) {
  if (pending) sessionStorage.setItem('laurel.sso', JSON.stringify(pending))
  return renderApp(`/login/sso#${fragment}`, { config, api })
}
const title = (name: string) => screen.findByRole('heading', { name, level: 1 })

test('a code becomes a session and the page returns to its start', async () => {
  await renderReturn('code=abc', signIn, {
    'sso.exchange': () => ({ access_token: 'company', workspace: makeConfig().workspace }),
    'people.administrators': () => [],
  })
  await waitFor(() => expect(location.pathname).toBe('/help'))
  expect(callsTo('sso.exchange').map(({ body }) => body)).toEqual([{ code: 'abc', verifier }])
  expect(localStorage.getItem('laurel.session')).toBe('company')
  expect(sessionStorage.getItem('laurel.sso')).toBeNull()
})

test('the fragment leaves the address while the code is exchanged', async () => {
  await renderReturn('code=abc', signIn, { 'sso.exchange': neverAnswer })
  await title('Signing you in')
  await waitFor(() => expect(location.href).toMatch(/\/login\/sso$/))
})

test('each refusal of a sign-in shows its reason', async () => {
  const titles = {
    sso_unknown_person: 'You’re not part of this team yet',
    sso_address: 'Your address doesn’t fit this team',
    sso_identity_taken: 'Another company account is connected',
    join_closed: 'Your access to this team has ended',
    billing_inactive: 'This team has no active plan',
  } as const
  for (const [code, text] of Object.entries(titles)) {
    await renderReturn('code=abc', signIn, {
      'sso.exchange': () => refuse(code as keyof typeof titles),
    })
    await title(text)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    screen.getByRole('link', { name: 'Sign in another way' })
    await unmountApp()
  }
})

test('a failure at the provider may be tried again', async () => {
  const provider = stayOnPage()
  const { user } = await renderReturn('code=abc', signIn, {
    'sso.exchange': () => refuse('sso_failed', { params: { reason: 'access_denied' } }),
    'sso.start': () => ({ url: 'https://login.northwind.example/' }),
  })
  await screen.findByText('The company sign-in failed: access_denied')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(provider).toHaveBeenCalled())
  expect(callsTo('sso.start')[0]?.body).toMatchObject(target)
})

test('a missing second factor says where to prove it', async () => {
  await renderReturn('code=abc', signIn, { 'sso.exchange': () => refuse('sso_context') })
  await title('A second factor is missing')
  screen.getByRole('button', { name: 'Try again' })
})

test('an expired answer offers the same sign-in again', async () => {
  await renderReturn('expired', signIn)
  await title('This sign-in has expired')
  screen.getByRole('button', { name: 'Try again' })
})

test('a code without a verifier names the other tab', async () => {
  await renderReturn('code=abc', null)
  await title('This sign-in began in another tab')
  screen.getByRole('link', { name: 'Sign in another way' })
})

test('a portal of the company starts a sign-in at once', async () => {
  const provider = stayOnPage()
  await renderReturn(`start=${target.workspace_id}.${target.connection_id}`, null, {
    'sso.start': () => ({ url: 'https://login.northwind.example/' }),
  })
  await waitFor(() => expect(provider).toHaveBeenCalledWith('https://login.northwind.example/'))
})

test('a portal does not replace a session without a confirmation', async () => {
  const provider = stayOnPage()
  const { user } = await renderReturn(
    `start=${target.workspace_id}.${target.connection_id}`,
    null,
    { 'sso.start': () => ({ url: 'https://login.northwind.example/' }) },
    makeConfig(),
  )
  await title('Sign in with your company account?')
  expect(callsTo('sso.start')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(provider).toHaveBeenCalled())
})

test('only addresses of the web are opened', async () => {
  const provider = stayOnPage()
  await renderReturn(`start=${target.workspace_id}.${target.connection_id}`, null, {
    'sso.start': () => ({ url: 'javascript:alert(1)' }),
  })
  await title('That didn’t work')
  expect(provider).not.toHaveBeenCalled()
})

test('a test starts in its own tab', async () => {
  const provider = stayOnPage()
  await renderReturn(
    `test=${target.connection_id}`,
    null,
    { 'sso.test': () => ({ url: 'https://login.northwind.example/' }) },
    makeConfig(),
  )
  await waitFor(() => expect(provider).toHaveBeenCalled())
  expect(callsTo('sso.test')[0]?.params).toEqual({ id: target.connection_id })
  expect(JSON.parse(sessionStorage.getItem('laurel.sso') ?? '{}')).toMatchObject({ kind: 'test' })
})

test('the result of a test shows every claim and signs nobody in', async () => {
  await renderReturn(
    'code=abc',
    testOf,
    { 'sso.test_result': () => makeSsoTestResult() },
    makeConfig(),
  )
  await title('The sign-in works')
  screen.getByText('You’d be signed in, and this account would be connected to you.')
  screen.getByText('ida@northwind.example (confirmed)')
  screen.getByText('groups')
  screen.getByText('Everyone')
  expect(callsTo('sso.exchange')).toHaveLength(0)
  expect(localStorage.getItem('laurel.session')).toBe('session-token')
})

test('a refused test says why', async () => {
  await renderReturn(
    'code=abc',
    testOf,
    { 'sso.test_result': () => makeSsoTestResult({ outcome: 'refused', refusal: 'sso_address' }) },
    makeConfig(),
  )
  await title('The sign-in would be refused')
  await screen.findByText(/^The company sign-in didn’t confirm an email address/)
})

test('a test that fails at the provider leads back to the connection', async () => {
  await renderReturn(
    'code=abc',
    testOf,
    { 'sso.test_result': () => refuse('sso_failed', { params: { reason: 'invalid_client' } }) },
    makeConfig(),
  )
  await title('The test didn’t finish')
  await screen.findByText('The company sign-in failed: invalid_client')
  expect(screen.getByRole('link', { name: 'Back to the connection' }).getAttribute('href')).toBe(
    `/settings/sign-in/connections/${target.connection_id}`,
  )
})
