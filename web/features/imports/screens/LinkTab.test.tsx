import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { JoinLink, JoinSettings } from '#contract/schemas/joining.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp } from '#tests/support/render.tsx'
import { exampleTime, makeConfig, makePermissions } from '#tests/support/web-data.ts'

const config = makeConfig({ permissions: makePermissions('account_administrator') })
const link: JoinLink = {
  url: 'http://localhost:3000/join#token=abc',
  state: 'live',
  created_at: exampleTime,
  expires_at: '2026-04-03T10:00:00.000Z',
  uses: 2,
  uses_max: null,
  own_domains_only: false,
}
const northwind = { domain: 'northwind.example', added_at: exampleTime }
const makeSettings = (fields: Partial<JoinSettings> = {}): JoinSettings => ({
  link: null,
  domains: [],
  own_domain: { domain: 'northwind.example', public: false },
  ...fields,
})

const renderTab = (settings: Partial<JoinSettings> = {}, api: Handlers = {}) =>
  renderApp('/settings/team/invite?tab=link', {
    config,
    api: { 'joining.get': () => makeSettings(settings), ...api },
  })
const button = (name: string) => screen.findByRole('button', { name })

test('a new link lasts 30 days and accepts any address', async () => {
  const { user } = await renderTab({}, { 'joining.create_link': () => makeSettings({ link }) })
  await user.click(await button('Create link'))
  const field = await screen.findByLabelText<HTMLInputElement>('Join link')
  expect(field.value).toBe(link.url)
  expect(callsTo('joining.create_link').map(({ body }) => body)).toEqual([
    { days: 30, uses_max: null, own_domains_only: false },
  ])
})

test('a team with domains limits its link to them by default', async () => {
  const { user, fill } = await renderTab(
    { domains: [northwind] },
    { 'joining.create_link': () => makeSettings({ link, domains: [northwind] }) },
  )
  const limit = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Only addresses at northwind.example',
  })
  expect(limit.checked).toBe(true)
  await user.selectOptions(screen.getByLabelText('Expires after'), '90 days')
  await fill(screen.getByLabelText('Maximum number of people (optional)'), '300')
  await user.click(await button('Create link'))
  await screen.findByLabelText('Join link')
  expect(callsTo('joining.create_link')[0]?.body).toEqual({
    days: 90,
    uses_max: 300,
    own_domains_only: true,
  })
})

test('a refused maximum shows its error at the field', async () => {
  const { user, fill } = await renderTab(
    {},
    {
      'joining.create_link': () =>
        refuse('out_of_range', { field: 'uses_max', params: { start: 1, finish: 10_000 } }),
    },
  )
  const field = await screen.findByLabelText('Maximum number of people (optional)')
  await fill(field, '0')
  await user.click(await button('Create link'))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
})

test('an active link shows its count of uses and a QR code', async () => {
  await renderTab({ link: { ...link, uses: 3, uses_max: 50 } })
  await screen.findByRole('img', { name: 'QR code of the join link' })
  screen.getByText(/Joined so far: 3 of 50/)
  screen.getByText(/Works until/)
})

test('printing shows a poster with the name of the team', async () => {
  // The test DOM cannot print.
  const print = vi.fn<() => void>(() =>
    expect(document.querySelector('[data-poster]')?.textContent).toContain(
      `Join ${config.workspace.name} on Laurel`,
    ),
  )
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await renderTab({ link })
  await user.click(await button('Print'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(() => expect(document.querySelector('[data-poster]')).toBeNull())
})

test.each([
  ['expired', /This link expired on/],
  ['used_up', /The maximum number of people has joined/],
] as const)('a link that is %s shows its state and hides the QR code', async (state, text) => {
  await renderTab({ link: { ...link, state } })
  await screen.findByText(text)
  expect(screen.queryByLabelText('Join link')).toBeNull()
})

test('a link limited to domains shows a warning without domains', async () => {
  await renderTab({ link: { ...link, own_domains_only: true } })
  await screen.findByText(/only accepts your team’s domains, and none is turned on/)
})

test('a link is revoked after a confirmation', async () => {
  const { user } = await renderTab({ link }, { 'joining.revoke_link': () => makeSettings() })
  await user.click(await button('Revoke link'))
  expect(callsTo('joining.revoke_link')).toEqual([])
  await user.click((await findDialog()).getByRole('button', { name: 'Revoke link' }))
  await button('Create link')
})

test('a link is renewed in a dialog', async () => {
  const renewed = { ...link, url: 'http://localhost:3000/join#token=def', uses: 0 }
  const { user } = await renderTab(
    { link },
    { 'joining.create_link': () => makeSettings({ link: renewed }) },
  )
  await user.click(await button('Renew link'))
  await user.click((await findDialog()).getByRole('button', { name: 'Renew link' }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Join link').value).toBe(renewed.url),
  )
})

test("the administrator's own domain has a switch", async () => {
  const { user } = await renderTab(
    {},
    { 'joining.set_domain': () => makeSettings({ domains: [northwind] }) },
  )
  const toggle = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'People with an address at @northwind.example can join on their own',
  })
  expect(toggle.checked).toBe(false)
  await user.click(toggle)
  await waitFor(() => expect(toggle.checked).toBe(true))
  expect(callsTo('joining.set_domain')[0]?.body).toEqual({
    domain: 'northwind.example',
    enabled: true,
  })
})

test('a public domain has no switch', async () => {
  await renderTab({ own_domain: { domain: 'gmail.com', public: true } })
  await screen.findByText(/Anyone can get an address at gmail.com/)
  expect(screen.queryByRole('switch')).toBeNull()
})

test('another domain is turned on by a mailed code', async () => {
  const fabrikam = { domain: 'fabrikam.example', added_at: exampleTime }
  let answers = 0
  const { user, fill } = await renderTab(
    {},
    {
      'joining.send_code': () => ({ sig: 'signature' }),
      'joining.set_domain': () => {
        answers += 1
        return answers === 1 ? refuse('invalid_code') : makeSettings({ domains: [fabrikam] })
      },
    },
  )
  await user.click(await button('Add another domain'))
  await fill(screen.getByLabelText(/Your address at that domain/), ' ida@fabrikam.example ')
  await user.click(await button('Send code'))
  await user.click(await screen.findByLabelText('Digit 1'))
  await user.paste('111111')
  await screen.findByText('Invalid code. Please try again')
  await user.click(screen.getByLabelText('Digit 1'))
  await user.paste('222222')
  await screen.findByRole('switch', { name: /@fabrikam.example/ })
  expect(callsTo('joining.set_domain')[1]?.body).toEqual({
    domain: 'fabrikam.example',
    enabled: true,
    proof: { email: 'ida@fabrikam.example', sig: 'signature', code: '222222' },
  })
})
