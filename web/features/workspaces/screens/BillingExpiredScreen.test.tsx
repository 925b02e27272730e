import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'

test('a member of an unpaid team checks again and returns to the page before', async () => {
  const paid = makeConfig({ permissions: makePermissions() })
  const unpaid = { ...paid, workspace: { ...paid.workspace, billing_active: false } }
  const { user, router } = await renderApp('/help', {
    config: unpaid,
    api: { 'people.administrators': () => [] },
  })
  await screen.findByText('Your billing administrator can help')
  expect(router.state.location.href).toBe('/expired?next=%2Fhelp')
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByText('Not yet. We’ll keep checking.')
  serve({ 'config.get': () => paid })
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: 'Help' })
  expect(router.state.location.pathname).toBe('/help')
})
