import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { session } from '#web/lib/session.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeSsoChoice } from '#tests/support/sso-data.ts'
import { makeConfig, nextId, makePresence } from '#tests/support/web-data.ts'

const own = {
  id: nextId(),
  name: 'Juniper & Lane',
  logo: { url: null },
  users_count: 4,
  state: 'accepted' as const,
}
const joinable = { id: nextId(), name: 'Northwind', logo: { url: null }, users_count: 300 }

async function renderTeams(api: Handlers, path = '/workspaces') {
  session.setTemporaryToken('temporary')
  return renderApp(path, { config: null, api })
}

test('teams to join are listed beside the own teams', async () => {
  await renderTeams({
    'auth.list_workspaces': () => [own],
    'joining.list_teams': () => [joinable],
  })
  await screen.findByRole('heading', { name: 'Your teams' })
  await screen.findByRole('heading', { name: 'Teams you can join' })
  screen.getByRole('button', { name: /Juniper & Lane.*4 people/ })
  screen.getByRole('button', { name: /Northwind.*300 people/ })
})

test('joining a team opens the form for the name', async () => {
  const config = makeConfig()
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [],
    'joining.list_teams': () => [joinable],
    'joining.join_by_domain': () => ({ access_token: 'joined', workspace: config.workspace }),
    'auth.account': () => ({
      email: 'ida@northwind.example',
      team_name: null,
      first_name: '',
      last_name: '',
      ended: [],
    }),
    'config.get': () => makeConfig({ user: { ...config.user, first_name: '', last_name: '' } }),
  })
  await user.click(await screen.findByRole('button', { name: /Northwind/ }))
  await waitFor(() => expect(location.pathname).toBe('/create-profile'))
  expect(callsTo('joining.join_by_domain')[0]?.body).toEqual({ workspace_id: joinable.id })
})

test('a new member reaches the page of the link after the first steps', async () => {
  const config = makeConfig()
  Object.assign(config.user, { first_name: '', last_name: '' })
  const { user } = await renderTeams(
    {
      'auth.list_workspaces': () => [],
      'joining.list_teams': () => [joinable],
      'joining.join_by_domain': () => ({ access_token: 'joined', workspace: config.workspace }),
      'auth.account': () => account,
      'config.get': () => config,
      'profiles.update_me': ({ body }) => Object.assign(config.user, body),
    },
    '/workspaces?next=%2Frewards%3Ftab%3Dmine',
  )
  await user.click(await screen.findByRole('button', { name: /Northwind/ }))
  await screen.findByDisplayValue('Ida')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('link', { name: 'Skip for now' }))
  const goOn = await screen.findByRole('link', { name: 'Continue' })
  expect(goOn.getAttribute('href')).toBe('/rewards?tab=mine')
})

test('a refused join shows the reason on the same page', async () => {
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [own],
    'joining.list_teams': () => [joinable],
    'joining.join_by_domain': () => refuse('billing_inactive'),
  })
  await user.click(await screen.findByRole('button', { name: /Northwind/ }))
  await screen.findByText('This team doesn’t have an active subscription')
  expect(location.pathname).toBe('/workspaces')
})

const account = {
  email: 'ida@northwind.example',
  team_name: null,
  first_name: 'Ida',
  last_name: 'Berg',
  ended: [],
}

test('a team that requires its company account offers it', async () => {
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [own],
    'joining.list_teams': () => [],
    'auth.create_session': () => refuse('sso_required'),
    'auth.account': () => account,
    'sso.discover': () => [makeSsoChoice(), makeSsoChoice({ workspace_id: own.id, name: 'Entra' })],
  })
  await user.click(await screen.findByRole('button', { name: /Juniper & Lane/ }))
  await screen.findByRole('heading', { name: 'Sign in to Juniper & Lane' })
  await screen.findByRole('button', { name: 'Continue with Entra' })
  expect(screen.queryByRole('button', { name: 'Continue with Okta' })).toBeNull()
  expect(callsTo('sso.discover')[0]?.body).toEqual({ email: account.email })
  await user.click(screen.getByRole('link', { name: 'Your teams' }))
  await screen.findByRole('button', { name: /Juniper & Lane/ })
})

test('an address without a company sign-in gets the next step', async () => {
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [own],
    'joining.list_teams': () => [],
    'auth.create_session': () => refuse('sso_required'),
    'auth.account': () => account,
    'sso.discover': () => [],
  })
  await user.click(await screen.findByRole('button', { name: /Juniper & Lane/ }))
  await screen.findByText(/^We found no company sign-in for ida@northwind\.example/)
})

test('a person without a team can load the teams to join again', async () => {
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [],
    'joining.list_teams': () => refuse('unknown'),
    'auth.account': () => account,
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(account.email, { exact: false })).toBeNull()
  serve({ 'joining.list_teams': () => [joinable] })
  await user.click(retry)
  await screen.findByRole('button', { name: /Northwind/ })
})

test('a failed search for the company sign-in can be repeated', async () => {
  const { user } = await renderTeams({
    'auth.list_workspaces': () => [own],
    'joining.list_teams': () => [],
    'auth.create_session': () => refuse('sso_required'),
    'auth.account': () => account,
    'sso.discover': () => refuse('unknown'),
  })
  await user.click(await screen.findByRole('button', { name: /Juniper & Lane/ }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/^We found no company sign-in/)).toBeNull()
  serve({ 'sso.discover': () => [makeSsoChoice({ workspace_id: own.id, name: 'Entra' })] })
  await user.click(retry)
  await screen.findByRole('button', { name: 'Continue with Entra' })
})

test('a company session says how to open the other teams', async () => {
  await renderApp('/workspaces', {
    config: makeConfig({ signed_in_by: 'sso' }),
    api: {
      'auth.list_workspaces': () => [own],
      'joining.list_teams': () => refuse('account_sign_in_required'),
      'presence.get': () => makePresence({ confined: true }),
    },
  })
  await screen.findByText(/^You signed in through your company/)
  screen.getByRole('button', { name: 'Sign in with a code' })
  expect(screen.queryByRole('link', { name: 'Create a new team' })).toBeNull()
})

test('a deactivated member sees that the access has ended', async () => {
  await renderTeams({
    'auth.list_workspaces': () => [],
    'joining.list_teams': () => [],
    'auth.account': () => ({
      ...account,
      ended: [{ name: 'Difference Engines', administrators: ['Ada Lovelace'] }],
    }),
  })
  await screen.findByRole('heading', { name: 'Your access has ended' })
  screen.getByText('You no longer have access to Difference Engines')
  screen.getByText('If you think this is a mistake, ask Ada Lovelace.')
  expect(screen.queryByText(/^We couldn’t find a team/)).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
})
