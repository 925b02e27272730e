import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SsoConnection } from '#contract/schemas/sso.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeSsoConnection, makeSsoDomain, makeSsoSettings } from '#tests/support/sso-data.ts'
import { exampleTime } from '#tests/support/web-data.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Renders the page of a connection. An update changes it as the server does. */
async function renderConnection(fields: Partial<SsoConnection> = {}, api: Handlers = {}) {
  let connection = makeSsoConnection(fields)
  const domains = [
    makeSsoDomain({ verified_at: exampleTime, connection_id: connection.id }),
    makeSsoDomain({ domain: 'contoso.example' }),
  ]
  const settings = () => makeSsoSettings({ domains, connections: [connection] })
  const app = await renderApp(`/settings/sign-in/connections/${connection.id}`, {
    api: {
      'sso.get': settings,
      'sso.update_connection': ({ body }) => {
        const { name, issuer, state } = body
        connection = {
          ...connection,
          ...(name === undefined ? {} : { name }),
          ...(issuer === undefined ? {} : { issuer }),
          ...(state === undefined ? {} : { state }),
        }
        return settings()
      },
      'sso.delete_connection': () => makeSsoSettings(),
      'sso.people': () => ({ items: [], next_cursor: null }),
      ...api,
    },
  })
  await screen.findByRole('heading', { name: connection.name, level: 1 })
  return { ...app, id: connection.id }
}
const section = (name: string) => within(screen.getByRole('group', { name }))
const lastInput = () => callsTo('sso.update_connection').at(-1)?.body

test('the guide shows the steps of the chosen provider and our values', async () => {
  const { user, id } = await renderConnection()
  const guide = section('At your provider')
  expect(guide.getAllByRole('listitem')).toHaveLength(4)
  guide.getByText(/^In the Okta Admin Console/)
  guide.getByDisplayValue(`https://laurel.example/sso/oidc/team/${id}`)
  for (const [name, text] of [
    ['Microsoft Entra ID', /^In the Microsoft Entra admin center/],
    ['Google Workspace', /^In the Google Cloud console/],
    ['Keycloak', /^In your realm/],
    ['AD FS', /^In AD FS Management/],
    ['Another provider', /^Create a confidential web client/],
  ] as const) {
    await user.selectOptions(guide.getByLabelText('Provider'), name)
    guide.getByText(text)
  }
})

test('the values of an OpenID provider are saved and a secret stays', async () => {
  const { user, fill } = await renderConnection({ has_secret: true })
  const details = section('From your provider')
  await fill(details.getByLabelText('Issuer'), ' https://login.northwind.example ')
  await fill(details.getByLabelText('Client ID'), 'laurel')
  await user.click(details.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(lastInput()).toEqual({
    issuer: 'https://login.northwind.example',
    client_id: 'laurel',
  })
  await fill(details.getByLabelText('Client secret'), 'secret')
  await user.click(details.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastInput()?.client_secret).toBe('secret'))
})

test('a changed name keeps what the metadata has renewed', async () => {
  const old = makeSsoConnection({ protocol: 'saml', sign_in_url: 'https://old.example/sso' })
  const { user, fill, client } = await renderConnection(old)
  const details = section('From your provider')
  await fill(details.getByLabelText('Name'), 'ADFS')
  const connections = [{ ...old, sign_in_url: 'https://new.example/sso' }]
  serve({ 'sso.get': () => makeSsoSettings({ connections }) })
  await act(() => client.refetchQueries({ queryKey: queryKey('sso', 'settings') }))
  await user.click(details.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastInput()).toEqual({ name: 'ADFS' }))
})

test('a SAML file fills the fields', async () => {
  const { user } = await renderConnection({ protocol: 'saml', name: 'ADFS' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(
    input ?? document.createElement('input'),
    new File(['<EntityDescriptor/>'], 'metadata.xml', { type: 'text/xml' }),
  )
  await screen.findByText('Metadata loaded')
  expect(lastInput()).toEqual({ metadata: '<EntityDescriptor/>' })
})

test('the same SAML file can be chosen again after a refusal', async () => {
  const { user } = await renderConnection({ protocol: 'saml', name: 'ADFS' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const file = new File(['<EntityDescriptor/>'], 'metadata.xml', { type: 'text/xml' })
  const choose = () => user.upload(input ?? document.createElement('input'), file)
  await choose()
  await waitFor(() => expect(callsTo('sso.update_connection')).toHaveLength(1))
  await choose()
  await waitFor(() => expect(callsTo('sso.update_connection')).toHaveLength(2))
})

test('certificates show their end and several are sent as a list', async () => {
  const { user, fill } = await renderConnection({
    protocol: 'saml',
    certificates: [
      { fingerprint: 'AA:BB', expires_at: '2020-01-01T00:00:00.000Z' },
      { fingerprint: 'CC:DD', expires_at: '2090-01-01T00:00:00.000Z' },
    ],
  })
  const list = within(screen.getByRole('list', { name: 'Certificates' }))
  list.getByText(/^Ended on .*2020/)
  list.getByText(/^Valid until .*2090/)
  const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
  await fill(screen.getByLabelText('Certificate'), `${pem('a')}\n${pem('b')}\n`)
  await user.click(section('From your provider').getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastInput()?.certificates).toEqual([pem('a'), pem('b')]))
})

test('a wrong certificate is refused at its field', async () => {
  const { user, fill } = await renderConnection(
    { protocol: 'saml' },
    {
      'sso.update_connection': () => refuse('certificate_invalid', { field: 'certificates.0' }),
    },
  )
  await fill(screen.getByLabelText('Certificate'), 'nothing')
  await user.click(section('From your provider').getByRole('button', { name: 'Save' }))
  await screen.findByText('This isn’t a certificate')
})

test('domains, joining and trust are saved with a warning', async () => {
  const { user } = await renderConnection()
  const access = section('Who signs in')
  // A domain without a proof cannot be chosen.
  expect(access.queryByRole('checkbox', { name: 'contoso.example' })).toBeNull()
  await user.click(access.getByRole('checkbox', { name: 'northwind.example' }))
  await user.click(access.getByRole('radio', { name: 'Everyone at these domains' }))
  await user.click(access.getByRole('switch', { name: /^Trust its addresses/ }))
  access.getByText(/^Only do this if people can’t change their address/)
  // A form scrolls to its alerts, and the warning is none.
  expect(access.queryByRole('alert')).toBeNull()
  await user.click(access.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(lastInput()).toEqual({ domain_ids: [], join_policy: 'everyone', trusts_email: true }),
  )
})

test('claims and accepted sign-in methods are saved', async () => {
  const { user, fill } = await renderConnection({ protocol: 'saml' })
  const claims = section('Details and second factor')
  await fill(claims.getByLabelText('Claim for the department'), 'dept')
  await user.type(claims.getByRole('combobox', { name: 'Accepted sign-in methods' }), 'mfa{Enter}')
  await user.click(claims.getByRole('switch', { name: /^Allow starting at the provider/ }))
  await user.click(claims.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(lastInput()).toMatchObject({
      claims: { department: 'dept', email: '' },
      accepted_contexts: ['mfa'],
      allows_unsolicited: true,
    }),
  )
})

test('an incomplete connection can neither be tested nor turned on', async () => {
  await renderConnection()
  expect(screen.getByText('Test').closest('a')?.getAttribute('href')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Turn on' }).disabled).toBe(true)
})

test('a complete connection is tested in another tab and turned on', async () => {
  const { user, id } = await renderConnection({ complete: true })
  const link = screen.getByRole('link', { name: 'Test' })
  expect([
    link.getAttribute('href'),
    link.getAttribute('target'),
    link.getAttribute('rel'),
  ]).toEqual([`/login/sso#test=${id}`, '_blank', 'noopener'])
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('People can sign in through this connection')
  expect(lastInput()).toEqual({ state: 'active' })
  screen.getByRole('button', { name: 'Turn off' })
})

test('a provider that does not answer stays off and shows the reason', async () => {
  const { user } = await renderConnection(
    { complete: true },
    {
      'sso.update_connection': () =>
        refuse('sso_failed', { field: 'issuer', params: { reason: 'no answer' } }),
    },
  )
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByText('The company sign-in failed: no answer')
})

test('a connection is deleted after a confirmation', async () => {
  const { user } = await renderConnection({ people: 3 })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await findDialog('Delete “Okta”?')
  dialog.getByText(/^3 people sign in through it/)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/sign-in'))
})

test('a deleted connection says that it is gone', async () => {
  await renderApp(`/settings/sign-in/connections/${makeSsoConnection().id}`, {
    api: { 'sso.get': () => makeSsoSettings() },
  })
  await screen.findByRole('heading', { name: 'This connection no longer exists' })
})
