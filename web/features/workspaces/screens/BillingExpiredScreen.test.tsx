import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Ability } from '#contract/permissions.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeTrial } from '#tests/support/billing-data.ts'
import { callsTo, findDialog, neverAnswer, renderApp, serve } from '#tests/support/render.tsx'
import { exampleTime, makeConfig, makePermissions, makePresence } from '#tests/support/web-data.ts'
import { session } from '#web/lib/session.ts'

/** Renders a page of an unpaid team. */
function renderUnpaid(path: string, abilities: Ability[], isDeleted = false) {
  const config = makeConfig({ abilities })
  return renderApp(path, {
    config: {
      ...config,
      workspace: { ...config.workspace, billing_active: false },
      deletion: isDeleted ? { due_at: exampleTime, asked_by: null } : null,
    },
    api: {
      'profiles.export': neverAnswer,
      'users.delete': () => undefined,
      'presence.get': () => makePresence(),
      'workspace_exports.list': () => [],
      'billing.subscription': () => makeTrial(new Date(exampleTime)),
      'billing.details': neverAnswer,
      'billing.upcoming': neverAnswer,
      'billing.payment_method': neverAnswer,
    },
  })
}

test('an owner of an unpaid team can download data and delete the team', async () => {
  const { user } = await renderUnpaid('/feed', ['take_part', 'enter_settings', 'manage_workspace'])
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  expect(location.pathname).toBe('/expired')
  await waitFor(() => expect(callsTo('profiles.export')).toHaveLength(1))
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('link', { name: 'Delete the team' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the team' }))
  await findDialog('Delete the team')
  expect(location.pathname).toBe('/settings/danger')
})

test('a member of an unpaid team can leave it before its deletion', async () => {
  const { user } = await renderUnpaid('/expired', ['take_part'], true)
  await screen.findByRole('region', { name: 'Team deletion' })
  await user.click(await screen.findByRole('button', { name: 'Leave the team' }))
  expect(screen.queryByRole('link', { name: 'Delete the team' })).toBeNull()
  const dialog = await findDialog()
  await user.click(dialog.getByLabelText('Yes, I want to leave for good'))
  await user.click(dialog.getByRole('button', { name: 'Leave for good' }))
  await waitFor(() => expect(session.token()).toBeNull())
  expect(callsTo('users.delete')).toHaveLength(1)
})

test('a payer of an unpaid team can download the own data', async () => {
  await renderUnpaid('/settings/billing/trial', ['take_part', 'enter_settings', 'manage_billing'])
  await screen.findByRole('button', { name: 'Download my data' })
})

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
