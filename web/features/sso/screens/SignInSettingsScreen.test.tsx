import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { makeSsoConnection, makeSsoDomain, makeSsoSettings } from '#tests/support/sso-data.ts'
import { exampleTime, makeConfig, makePermissions } from '#tests/support/web-data.ts'

const path = '/settings/sign-in'
const renderSettings = (settings: Partial<SsoSettings> = {}, api: Handlers = {}) =>
  renderApp(path, { api: { 'sso.get': () => makeSsoSettings(settings), ...api } })
const section = async (name: string) => within(await screen.findByRole('group', { name }))
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('the settings list sign-in for account administrators only', async () => {
  await renderSettings()
  const menu = within(await screen.findByRole('navigation', { name: 'Settings' }))
  expect(menu.getByRole('link', { name: 'Sign-in' }).getAttribute('href')).toBe(path)
})

test.each([
  ['the page of a connection', `/settings/sign-in/connections/${makeSsoConnection().id}`],
  ['the page of SCIM', '/settings/scim'],
])('the settings mark sign-in on %s', async (_, page) => {
  await renderApp(page, {
    api: {
      'sso.get': () => makeSsoSettings(),
      'scim.get': () => neverAnswer(),
    },
  })
  const menu = within(await screen.findByRole('navigation', { name: 'Settings' }))
  const marked = menu.getAllByRole('link').filter((link) => link.getAttribute('aria-current'))
  expect(marked.map((link) => link.textContent)).toEqual(['Sign-in'])
})

test('other administrators are led back to the settings', async () => {
  const permissions = makePermissions('global_administrator')
  await renderApp(path, { config: makeConfig({ permissions }) })
  await waitFor(() => expect(location.pathname).toBe('/settings'))
})

test('a domain is added and shows the record that proves it', async () => {
  const domain = makeSsoDomain()
  const { user, fill } = await renderSettings(
    {},
    { 'sso.add_domain': () => makeSsoSettings({ domains: [domain] }) },
  )
  await fill(await screen.findByLabelText('Domain'), ' northwind.example ')
  await user.click(await button('Add domain'))
  const domains = await section('Domains')
  await domains.findByText('Waiting for the record')
  expect(domains.getByLabelText<HTMLInputElement>('Name of the record').value).toBe(
    '_laurel.northwind.example',
  )
  domains.getByDisplayValue(domain.record_value)
  expect(callsTo('sso.add_domain')[0]?.body).toEqual({ domain: 'northwind.example' })
})

test('a refetch that began before a change does not undo it', async () => {
  const settings = makeSsoSettings({ domains: [makeSsoDomain()] })
  const oldResponse = Promise.withResolvers<SsoSettings>()
  const { fill, user, client } = await renderSettings({}, { 'sso.add_domain': () => settings })
  await fill(await screen.findByLabelText('Domain'), 'northwind.example')
  serve({ 'sso.get': () => oldResponse.promise })
  const refetched = client.refetchQueries()
  await waitFor(() => expect(callsTo('sso.get')).toHaveLength(2))
  serve({ 'sso.get': () => settings })
  await user.click(await button('Add domain'))
  await screen.findByText('Waiting for the record')
  oldResponse.resolve(makeSsoSettings())
  await act(() => refetched)
  expect(client.getQueryData(queryKey('sso', 'settings'))).toEqual(settings)
})

test('a refused domain shows the reason at its field', async () => {
  const { user, fill } = await renderSettings(
    {},
    { 'sso.add_domain': () => refuse('not_unique', { field: 'domain' }) },
  )
  const field = await screen.findByLabelText('Domain')
  await fill(field, 'northwind.example')
  await user.click(await button('Add domain'))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
})

test('a check says that the record is missing, then verifies the domain', async () => {
  const domain = makeSsoDomain()
  const { user } = await renderSettings(
    { domains: [domain] },
    { 'sso.verify_domain': () => refuse('domain_record_missing') },
  )
  await user.click(await button('Check now'))
  await screen.findByText(/^We couldn’t find the TXT record yet/)
  serve({
    'sso.verify_domain': () =>
      makeSsoSettings({ domains: [{ ...domain, verified_at: exampleTime }] }),
  })
  await user.click(await button('Check now'))
  await screen.findByText('Verified')
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
})

test('a domain is removed after a confirmation', async () => {
  const { user } = await renderSettings(
    { domains: [makeSsoDomain({ verified_at: exampleTime })] },
    { 'sso.remove_domain': () => makeSsoSettings() },
  )
  await user.click(await button('Remove northwind.example'))
  const dialog = await findDialog('Remove northwind.example?')
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Verified')).toBeNull())
})

test('connections show their state and a new one opens its page', async () => {
  const old = makeSsoConnection({ state: 'active', people: 12, last_used_at: exampleTime })
  const created = makeSsoConnection({ protocol: 'saml', name: 'ADFS' })
  const { user, fill } = await renderSettings(
    { connections: [old] },
    {
      'sso.create_connection': () => makeSsoSettings({ connections: [old, created] }),
      'sso.people': () => ({ items: [], next_cursor: null }),
    },
  )
  const connections = await section('Connections')
  connections.getByText('On')
  connections.getByText(/^OpenID Connect · 12 people · last used /)
  await user.click(connections.getByRole('button', { name: 'Add SAML' }))
  const dialog = await findDialog('Add SAML')
  await fill(dialog.getByLabelText('Name'), 'ADFS')
  await user.click(dialog.getByRole('button', { name: 'Add connection' }))
  await screen.findByRole('heading', { name: 'ADFS', level: 1 })
  expect(callsTo('sso.create_connection')[0]?.body).toEqual({ protocol: 'saml', name: 'ADFS' })
})

test('a new connection opens its page when the settings hold it before the response', async () => {
  const created = makeSsoConnection({ protocol: 'saml', name: 'ADFS' })
  let connections: SsoSettings['connections'] = []
  const response = Promise.withResolvers<SsoSettings>()
  const { user, fill, client } = await renderSettings(
    {},
    {
      'sso.get': () => makeSsoSettings({ connections }),
      'sso.create_connection': () => response.promise,
      'sso.people': () => ({ items: [], next_cursor: null }),
    },
  )
  await user.click(await button('Add SAML'))
  const dialog = await findDialog('Add SAML')
  await fill(dialog.getByLabelText('Name'), 'ADFS')
  await user.click(dialog.getByRole('button', { name: 'Add connection' }))
  connections = [created]
  await act(() => client.refetchQueries())
  await screen.findByRole('link', { name: /ADFS/, hidden: true })
  response.resolve(makeSsoSettings({ connections }))
  await screen.findByRole('heading', { name: 'ADFS', level: 1 })
})

test('requiring the company sign-in asks first and names the way out', async () => {
  const { user } = await renderSettings(
    { break_glass_people: 2 },
    { 'sso.update': ({ body }) => makeSsoSettings(body as Partial<SsoSettings>) },
  )
  const rules = await section('Rules')
  rules.getByText(/2 administrators can do that now/)
  await user.click(rules.getByRole('switch', { name: /^Require the company sign-in/ }))
  await user.selectOptions(rules.getByLabelText('Sign in again'), 'After 8 hours')
  await user.click(rules.getByRole('button', { name: 'Save' }))
  expect(callsTo('sso.update')).toHaveLength(0)
  const dialog = await findDialog('Require the company sign-in?')
  await user.click(dialog.getByRole('button', { name: 'Require it' }))
  await waitFor(() =>
    expect(callsTo('sso.update')[0]?.body).toEqual({
      required: true,
      session_hours: 8,
    }),
  )
})

test('a changed rule keeps what a colleague has required', async () => {
  const { user, client } = await renderSettings(
    {},
    { 'sso.update': ({ body }) => makeSsoSettings(body as Partial<SsoSettings>) },
  )
  const rules = await section('Rules')
  serve({ 'sso.get': () => makeSsoSettings({ required: true, second_factor_required: true }) })
  await act(() => client.refetchQueries({ queryKey: queryKey('sso', 'settings') }))
  const required = rules.getByRole<HTMLInputElement>('switch', { name: /^Require the company/ })
  await waitFor(() => expect(required.checked).toBe(true))
  await user.selectOptions(rules.getByLabelText('Sign in again'), 'After 8 hours')
  await user.click(rules.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsTo('sso.update')[0]?.body).toEqual({ session_hours: 8 }))
})

test('a rule without a way out is refused at its switch', async () => {
  const { user } = await renderSettings(
    { break_glass_people: 0 },
    { 'sso.update': () => refuse('break_glass_required', { field: 'required' }) },
  )
  const rules = await section('Rules')
  rules.getByText(/No administrator can do that now\.$/)
  await user.click(rules.getByRole('switch', { name: /^Require the company sign-in/ }))
  await user.click(rules.getByRole('button', { name: 'Save' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Require it' }))
  await rules.findByText(/^First, an account administrator needs two-factor authentication/)
})

test('the team gets an address of its own', async () => {
  const address = 'https://laurel.example/sso/northwind'
  const { user, fill } = await renderSettings(
    {},
    { 'sso.update': () => makeSsoSettings({ slug: 'northwind', address }) },
  )
  const page = await section('Your sign-in page')
  await fill(page.getByLabelText('Name in the address'), ' Northwind ')
  await user.click(page.getByRole('button', { name: 'Save' }))
  await page.findByDisplayValue(address)
  expect(callsTo('sso.update')[0]?.body).toEqual({ slug: 'northwind' })
})

test('the page shows its loading and its failure', async () => {
  const { user } = await renderApp(path, { api: { 'sso.get': () => refuse('unknown') } })
  await screen.findByRole('heading', { name: 'Sign-in', level: 1 })
  serve({ 'sso.get': neverAnswer })
  await user.click(await button('Try again'))
  expect(screen.queryByRole('group', { name: 'Domains' })).toBeNull()
})
