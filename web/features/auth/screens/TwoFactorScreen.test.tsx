import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'
import type { Handlers } from '#tests/support/fake-api.ts'
import { type SignInForm, session } from '#web/lib/session.ts'

/** Renders the second step of a sign-in by mailed code. */
async function renderSecondStep(
  verify: NonNullable<Handlers['auth.verify_code']>,
  { form = 'login', search = '' }: { form?: SignInForm; search?: string } = {},
) {
  session.setPendingProof({
    by: 'code',
    email: 'nora@laurel.example',
    sig: 'signature',
    code: '111111',
    form,
  })
  const app = await renderApp(`/second-factor${search}`, {
    config: null,
    api: {
      'auth.verify_code': verify,
      'auth.list_workspaces': () => [],
      'joining.verify_link': () => refuse('join_link_invalid'),
    },
  })
  const firstDigit = () => screen.findByLabelText<HTMLInputElement>('Digit 1')
  const typeCode = async (code: string) => {
    await app.user.click(await firstDigit())
    await app.user.paste(code)
  }
  return { ...app, firstDigit, typeCode }
}

test('a refused code is cleared and can be typed again', async () => {
  const { firstDigit, typeCode } = await renderSecondStep(() => refuse('second_factor_invalid'))
  await typeCode('123456')
  await screen.findByRole('alert')
  await waitFor(async () => expect((await firstDigit()).value).toBe(''))
  await waitFor(async () => expect(document.activeElement).toBe(await firstDigit()))
  const [sent] = callsTo('auth.verify_code')
  expect(sent?.body).toMatchObject({ code: '111111', second_factor: '123456' })
})

test('a refused recovery code stays for correction', async () => {
  const { user, fill } = await renderSecondStep(() => refuse('second_factor_invalid'))
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }))
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code')
  await fill(field, 'abcd-efgh-2345')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('alert')
  expect(field.value).toBe('abcd-efgh-2345')
})

test('an expired first step offers to start over', async () => {
  const { user, typeCode } = await renderSecondStep(() => refuse('invalid_code'))
  await typeCode('123456')
  await screen.findByText(/This sign-in has expired/)
  expect(screen.queryByLabelText('Digit 1')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Start over' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('starting over keeps the page that the person wanted to open', async () => {
  const { user } = await renderSecondStep(() => refuse('invalid_code'), { search: '?next=%2Fhelp' })
  await user.click(await screen.findByRole('link', { name: 'Start over' }))
  await waitFor(() => expect(location.pathname + location.search).toBe('/login?next=%2Fhelp'))
})

test('starting over returns to the join link that needs the sign-in', async () => {
  session.setLinkToken('join', 'secret')
  const { user } = await renderSecondStep(() => refuse('invalid_code'), { form: 'join' })
  await user.click(await screen.findByRole('link', { name: 'Start over' }))
  await waitFor(() => expect(location.pathname).toBe('/join'))
})

test.each(['/code-check', '/second-factor', '/workspaces'])(
  '%s without a sign-in keeps the page to open afterwards',
  async (path) => {
    await renderApp(`${path}?next=%2Fhelp`, { config: null })
    await waitFor(() => expect(location.pathname + location.search).toBe('/login?next=%2Fhelp'))
  },
)
