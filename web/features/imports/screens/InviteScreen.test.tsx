import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { callsTo, loseConnection, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'

const admin = makeConfig({ permissions: makePermissions('account_administrator') })

test('the file tab leads to the import', async () => {
  const { user } = await renderApp('/settings/team/invite', { config: admin })
  await screen.findByRole('textbox', { name: 'Email addresses' })
  await user.click(screen.getByRole('link', { name: 'File' }))
  const link = await screen.findByRole('link', { name: 'Import people' })
  expect(link.getAttribute('href')).toBe('/settings/team/import')
  expect(screen.queryByRole('textbox', { name: 'Email addresses' })).toBeNull()
})

test.each([
  ['/settings/team/invite', 'Paste emails', 'File'],
  ['/settings/team/invite?tab=file', 'File', 'Paste emails'],
])('only the open tab of %s is marked', async (path, open, other) => {
  await renderApp(path, { config: admin })
  const openTab = await screen.findByRole('link', { name: open })
  expect(openTab.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: other }).getAttribute('aria-current')).toBeNull()
})

test('the address of the bulk upload leads to the page', async () => {
  await renderApp('/settings/team/bulk-upload', { config: admin })
  await screen.findByRole('heading', { name: 'Invite people' })
  await waitFor(() => expect(window.location.pathname).toBe('/settings/team/invite'))
})

test('pasted addresses are checked, and sent again after a lost call', async () => {
  const { user, fill } = await renderApp('/settings/team/invite', { config: admin })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' })
  await fill(
    field,
    'one@x.example, Two <two@x.example>; broken@\nONE@x.example tomas@laurel.example',
  )
  await screen.findByText('3 addresses · 1 not valid · 1 duplicate')
  await user.click(screen.getByRole('button', { name: 'Keep valid only' }))
  await screen.findByText('3 addresses')
  serve({ 'users.create': loseConnection })
  await user.click(screen.getByRole('button', { name: 'Send 3 invitations' }))
  await screen.findByRole('alert')
  serve({
    'users.create': ({ body }) =>
      body.users.map(({ email }) => ({
        email,
        outcome: email.startsWith('tomas') ? ('already_member' as const) : ('invited' as const),
        code: null,
        user: null,
        sends_at: null,
      })),
  })
  await user.click(screen.getByRole('button', { name: 'Send 3 invitations' }))
  await screen.findByRole('heading', { name: '2 invitations are on their way' })
  const known = screen.getByText('tomas@laurel.example').closest('li')
  expect(known?.textContent).toContain('Already on the team')
  await expectNoViolations(screen.getByRole('main'))
  expect(
    callsTo('users.create')
      .at(-1)
      ?.body.users.map(({ email }) => email),
  ).toEqual(['one@x.example', 'two@x.example', 'tomas@laurel.example'])
  await user.click(screen.getByRole('button', { name: 'Invite more' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' }).value).toBe(
    '',
  )
})

test('an address that is not valid stays to be corrected after sending', async () => {
  const { user, fill } = await renderApp('/settings/team/invite', {
    config: admin,
    api: {
      'users.create': ({ body }) =>
        body.users.map(({ email }) => ({
          email,
          outcome: 'invited' as const,
          code: null,
          user: null,
          sends_at: null,
        })),
    },
  })
  const findField = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' })
  await fill(await findField(), 'one@x.example, broken@')
  await screen.findByText('1 address · 1 not valid')
  await user.click(screen.getByRole('button', { name: 'Send 1 invitation' }))
  await user.click(await screen.findByRole('button', { name: 'Invite more' }))
  expect((await findField()).value).toBe('broken@')
})
