import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SsoChoice } from '#contract/schemas/sso.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeSsoChoice, stayOnPage } from '#tests/support/sso-data.ts'
import { setLanguage } from '#web/lib/i18n.ts'

const email = () => screen.getByLabelText<HTMLInputElement>('Work email')

async function renderLogin(choices: SsoChoice[] = []) {
  const app = await renderApp('/login', {
    config: null,
    api: {
      'auth.get_code': () => ({ sig: 'signature' }),
      'sso.discover': () => choices,
    },
  })
  await screen.findByLabelText('Work email')
  const send = () => app.user.click(screen.getByRole('button', { name: 'Continue' }))
  return { ...app, send }
}

test('the names of the languages are marked with their language', async () => {
  await renderLogin()
  const langOf = (name: string) => screen.getByRole('button', { name }).getAttribute('lang')
  expect(['English', 'Русский', 'Українська'].map(langOf)).toEqual(['en', 'ru', 'uk'])
})

test('an invalid address is refused at its field', async () => {
  const { fill, send } = await renderLogin()
  await fill(email(), 'not an address')
  await send()
  await screen.findByText('Please enter a valid email address')
  expect(document.activeElement).toBe(email())
})

test('a form keeps its input when the mail cannot be sent', async () => {
  const { fill, send } = await renderLogin()
  serve({ 'auth.get_code': () => refuse('mail_failed') })
  await fill(email(), 'admin@laurel.example')
  await send()
  await screen.findByText('Error occurred while sending email. Please try again.')
  expect(email().value).toBe('admin@laurel.example')
  serve({ 'auth.get_code': () => ({ sig: 'signature' }) })
  await send()
  await waitFor(() => expect(location.pathname).toBe('/code-check'))
})

test.each([
  ['en', 'Too many tries. Try again in 60 minutes'],
  ['ru', 'Слишком много попыток. Попробуйте снова через 60 минут'],
] as const)('the error for too many codes says in %s when to retry', async (language, text) => {
  const { fill, user } = await renderLogin()
  serve({ 'auth.get_code': () => refuse('too_many', { retry_after_s: 3_600 }) })
  await fill(email(), 'often@example.test')
  await act(() => setLanguage(language, false))
  const [submit] = document.querySelectorAll('main form button[type=submit]')
  await user.click(submit ?? document.body)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

/** Replaces the sign-in texts of a language; without a result they do not load. */
function loadTexts(language: string, load: () => Promise<object | undefined>) {
  const file = `#web/locales/${language}/auth.json`
  vi.doMock(file, async () => {
    const texts = await load()
    if (texts) return texts
    throw new Error('no connection')
  })
  onTestFinished(() => {
    vi.doUnmock(file)
  })
}
const chosenLanguage = () =>
  within(screen.getByRole('group', { name: /^(Language|Мова)$/ })).getByRole('button', {
    pressed: true,
  }).textContent

test('a language whose texts do not load keeps the former one, with a message', async () => {
  const { user } = await renderLogin()
  loadTexts('pt', () => Promise.resolve(undefined))
  await user.click(screen.getByRole('button', { name: 'Português' }))
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe('Server is not responding. Please try again.')
  expect([chosenLanguage(), document.documentElement.lang]).toEqual(['English', 'en'])
})

test('the failure of a language does not undo the later choice of another', async () => {
  const { user } = await renderLogin()
  const [earlier, later] = [Promise.withResolvers<undefined>(), Promise.withResolvers<object>()]
  loadTexts('pt', () => earlier.promise)
  loadTexts('ua', () => later.promise)
  await user.click(screen.getByRole('button', { name: 'Português' }))
  await user.click(screen.getByRole('button', { name: 'Українська' }))
  earlier.resolve(undefined)
  await screen.findByRole('alert')
  later.resolve(await vi.importActual('#web/locales/ua/auth.json'))
  await waitFor(() => expect(chosenLanguage()).toBe('Українська'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the configured terms and privacy notice are linked', async () => {
  await renderApp('/login', {
    config: null,
    api: {
      'auth.options': () => ({
        google: null,
        terms_url: 'https://example.com/terms',
        privacy_url: null,
      }),
    },
  })
  const terms = await screen.findByRole('link', { name: 'Terms' })
  expect(terms.getAttribute('href')).toBe('https://example.com/terms')
  expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull()
})

test('the code page opens the web mail of a well-known provider', async () => {
  const { fill, send } = await renderLogin()
  await fill(email(), 'ada@gmail.com')
  await send()
  const link = await screen.findByRole('link', { name: 'Open Gmail' })
  expect(link.getAttribute('href')).toContain('https://mail.google.com/')
})

test('a domain with a company sign-in offers it before the code', async () => {
  const provider = stayOnPage()
  const choice = makeSsoChoice()
  const { fill, send, user } = await renderLogin([choice])
  await fill(email(), ' ida@northwind.example ')
  await send()
  await screen.findByRole('heading', { name: 'Sign in to Northwind' })
  expect(callsTo('auth.get_code')).toHaveLength(0)
  serve({ 'sso.start': () => ({ url: 'https://login.northwind.example/authorize' }) })
  await user.click(screen.getByRole('button', { name: 'Continue with Okta' }))
  await waitFor(() =>
    expect(provider).toHaveBeenCalledWith('https://login.northwind.example/authorize'),
  )
  const [call] = callsTo('sso.start')
  const { verifier } = JSON.parse(sessionStorage.getItem('laurel.sso') ?? '{}') as {
    verifier: string
  }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  expect(Buffer.from(call?.body.challenge ?? '', 'base64url')).toEqual(Buffer.from(hash))
})

test('the code by email stays the second way of a company address', async () => {
  const { fill, send, user } = await renderLogin([makeSsoChoice()])
  await fill(email(), 'ida@northwind.example')
  await send()
  await user.click(await screen.findByRole('button', { name: 'Email me a code instead' }))
  await waitFor(() => expect(location.pathname).toBe('/code-check'))
})

test('several teams of a domain show their names', async () => {
  const other = makeSsoChoice({ workspace: { name: 'Contoso', logo: { url: null } } })
  const { fill, send, user } = await renderLogin([makeSsoChoice(), other])
  await fill(email(), 'ida@northwind.example')
  await send()
  await screen.findByRole('heading', { name: 'Sign in with your company account' })
  screen.getByRole('heading', { name: 'Contoso' })
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe(
    'ida@northwind.example',
  )
})

test('a provider that cannot be reached shows the reason', async () => {
  const { fill, send, user } = await renderLogin([makeSsoChoice()])
  await fill(email(), 'ida@northwind.example')
  await send()
  serve({ 'sso.start': () => refuse('sso_failed', { params: { reason: 'no answer' } }) })
  await user.click(await screen.findByRole('button', { name: 'Continue with Okta' }))
  await screen.findByText('The company sign-in failed: no answer')
})

test('a failed search goes on with the code', async () => {
  const { fill, send } = await renderLogin()
  serve({ 'sso.discover': () => refuse('too_many') })
  await fill(email(), 'ida@northwind.example')
  await send()
  await waitFor(() => expect(location.pathname).toBe('/code-check'))
})
