import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AccessToken } from '#contract/schemas/tokens.ts'
import {
  exampleTime,
  makeConfig,
  makePermissions,
  nextId,
  makePresence,
} from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

const makeToken = (fields: Partial<AccessToken> = {}): AccessToken => ({
  id: nextId(),
  name: 'Payroll script',
  scopes: ['posts:read'],
  created_at: exampleTime,
  expires_at: '2026-12-31T23:59:59.000Z',
  last_used_at: null,
  expired: false,
  ...fields,
})

const presence = makePresence()

/** Renders the account page with these tokens, which can be created and revoked. */
async function renderTokens(...tokens: AccessToken[]) {
  let items = tokens
  return renderApp('/edit-profile', {
    config: makeConfig({ permissions: makePermissions() }),
    api: {
      'inbox.preferences': neverAnswer,
      'auth.list_sessions': () => [],
      'calendar.get': neverAnswer,
      'oauth.list': () => [],
      'second_factor.get': neverAnswer,
      'tokens.list': () => ({ items, scopes: ['posts:read', 'posts:write'] }),
      'tokens.create': ({ body }) => {
        const created = makeToken({ name: body.name, scopes: body.scopes })
        items = [created, ...items]
        return { ...created, token: 'laurel_example' }
      },
      'tokens.revoke': ({ params }) => {
        items = items.filter(({ id }) => id !== params.id)
      },
    },
  })
}
async function openDialog(user: Awaited<ReturnType<typeof renderTokens>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  return findDialog('New token')
}

test('a new token is shown once', async () => {
  const { user, fill } = await renderTokens()
  const dialog = await openDialog(user)
  await fill(await dialog.findByLabelText('Name'), 'Birthday wishes')
  await user.click(dialog.getByLabelText('Read posts, comments and values'))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await screen.findByDisplayValue('laurel_example')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('button', { name: 'Revoke Birthday wishes' })
  expect(screen.queryByDisplayValue('laurel_example')).toBeNull()
  expect(callsTo('tokens.create').map(({ body }) => body.scopes)).toEqual([['posts:read']])
})

test('a token without a name and scopes is refused at both fields', async () => {
  const { user } = await renderTokens()
  const dialog = await openDialog(user)
  await dialog.findByLabelText('Name')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await waitFor(() => expect(dialog.getAllByText('required')).toHaveLength(2))
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
  expect(callsTo('tokens.create')).toEqual([])
})

test('a refused token keeps the input', async () => {
  const { user, fill } = await renderTokens()
  serve({ 'tokens.create': () => refuse('out_of_range', { field: 'expires_on' }) })
  const dialog = await openDialog(user)
  await fill(await dialog.findByLabelText('Name'), 'Weekly figures')
  await user.click(dialog.getByLabelText('Give points, comment and react as you'))
  await user.selectOptions(dialog.getByLabelText('Valid for'), 'Until a date I choose')
  await fill(dialog.getByLabelText('Last day'), '2020-01-01')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await waitFor(() => expect(callsTo('tokens.create')).toHaveLength(1))
  await waitFor(() =>
    expect(dialog.getByLabelText('Last day').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Weekly figures')
  expect(
    dialog.getByLabelText<HTMLInputElement>('Give points, comment and react as you').checked,
  ).toBe(true)
  expect(callsTo('tokens.create')[0]?.body.expires_on).toBe('2020-01-01')
})

test('revoking a token asks for confirmation', async () => {
  const { user } = await renderTokens(makeToken())
  await user.click(await screen.findByRole('button', { name: 'Revoke Payroll script' }))
  const dialog = await findDialog('Revoke “Payroll script”?')
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await screen.findByText(/No tokens yet/)
})

test('removing an expired token asks for no confirmation', async () => {
  const { user } = await renderTokens(makeToken({ expired: true }))
  await user.click(await screen.findByRole('button', { name: 'Remove Payroll script' }))
  await screen.findByText(/No tokens yet/)
})

test('a new token asks for the mailed code, and the input stays', async () => {
  const { user, fill } = await renderTokens()
  serve({
    'tokens.create': () => refuse('presence_required'),
    'presence.get': () => presence,
    'presence.send_code': () => ({ sig: 'signature' }),
  })
  const dialog = await openDialog(user)
  await fill(await dialog.findByLabelText('Name'), 'Weekly report')
  await user.click(dialog.getByLabelText('Read posts, comments and values'))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  const proving = await findDialog('Confirm it’s you')
  await proving.findByText(/^We sent a six-digit code to/)
  await proving.findByLabelText('Digit 1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).toBeNull())
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Weekly report')
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  const again = await findDialog('Confirm it’s you')
  serve({
    'presence.prove': () => presence,
    'tokens.create': ({ body }) => ({ ...makeToken({ name: body.name }), token: 'laurel_example' }),
  })
  await user.click(await again.findByLabelText('Digit 1'))
  await user.paste('123456')
  await screen.findByRole('dialog', { name: 'Here’s your token' })
  expect(callsTo('presence.send_code')).toHaveLength(1)
})

test('signing out everywhere else can also revoke the access tokens', async () => {
  const { user } = await renderTokens(makeToken())
  serve({
    'auth.end_sessions': () => {
      serve({ 'tokens.list': () => ({ items: [], scopes: [] }) })
    },
  })
  await user.click(await screen.findByLabelText('Revoke my access tokens too'))
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await screen.findByText('Signed out everywhere else, and your access tokens are revoked')
  await screen.findByText(/^No tokens yet\./)
  expect(callsTo('auth.end_sessions').map(({ query }) => query.tokens)).toEqual(['end'])
})
