import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, renderApp, serve } from '#tests/support/render.tsx'

const email = () => screen.getByLabelText<HTMLInputElement>('Work email')

async function renderLogin() {
  const app = await renderApp('/login', {
    config: null,
    api: { 'auth.get_code': () => ({ sig: 'signature' }) },
  })
  await screen.findByLabelText('Work email')
  const send = () => app.user.click(screen.getByRole('button', { name: 'Send me a code' }))
  return { ...app, send }
}

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
