import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#tests/support/render.tsx'
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
