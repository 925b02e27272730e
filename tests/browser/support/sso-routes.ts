import type { Page } from 'playwright-core'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import {
  makeSsoChoice,
  makeSsoConnection,
  makeSsoDomain,
  makeSsoPerson,
  makeSsoSettings,
  makeSsoTestResult,
} from '#tests/support/sso-data.ts'
import { exampleTime, makePerson } from '#tests/support/web-data.ts'
import { homePath, type RouteCase, type ScreenState } from './route-case.ts'
import { clickAndWait, failCalls } from './state-actions.ts'

const answer = (page: Page, call: string, json: unknown) =>
  page.route(`**/api/${call}`, (route) => route.fulfill({ json }))

const okta = makeSsoConnection({
  state: 'active',
  complete: true,
  issuer: 'https://northwind.okta.com',
  client_id: '0oa1abcd',
  has_secret: true,
  people: 214,
  last_used_at: exampleTime,
  trusts_email: true,
  accepted_contexts: ['mfa'],
})
const adfs = makeSsoConnection({
  protocol: 'saml',
  name: 'AD FS Berlin',
  complete: true,
  issuer: 'http://adfs.northwind.example/adfs/services/trust',
  sign_in_url: 'https://adfs.northwind.example/adfs/ls/',
  metadata_url: 'https://adfs.northwind.example/FederationMetadata/2007-06/FederationMetadata.xml',
  metadata_error: 'status 503',
  certificates: [
    { fingerprint: 'AB:'.repeat(31) + 'CD', expires_at: '2020-01-01T00:00:00.000Z' },
    { fingerprint: 'EF:'.repeat(31) + '01', expires_at: '2090-01-01T00:00:00.000Z' },
  ],
})
const full: Partial<SsoSettings> = {
  slug: 'northwind',
  address: 'https://laurel.example/sso/northwind',
  domains: [
    makeSsoDomain({ verified_at: exampleTime, connection_id: okta.id }),
    makeSsoDomain({ domain: 'berlin.northwind.example' }),
  ],
  connections: [okta, adfs],
  session_hours: 12,
}
const people = [
  makeSsoPerson({ subject: '00u1a2b3c4d5e6f7' }),
  makeSsoPerson({
    user: makePerson({ first_name: 'Maximiliane', last_name: 'von Hohenstein-Wittgenstein' }),
    subject: 'uid=maximiliane.von.hohenstein,ou=people,dc=northwind,dc=example',
  }),
  makeSsoPerson({
    user: makePerson({ state: 'deactivated' }),
    subject: 'tomas.pereira@northwind.example',
  }),
]
/** Answers the settings, and people of the OpenID connection. The other one has none. */
export async function mockSsoSettings(page: Page): Promise<void> {
  await answer(page, 'sso', makeSsoSettings(full))
  await answer(page, 'sso/connections/*/people*', { items: [], next_cursor: null })
  await answer(page, `sso/connections/${okta.id}/people*`, { items: people, next_cursor: 'next' })
}
/** The page of a complete OpenID connection of `mockSsoSettings`. */
export const oidcPath = `/settings/sign-in/connections/${okta.id}`
const connectionPath = (id: string) => () => `/settings/sign-in/connections/${id}`

const storePending = (kind: 'sign_in' | 'test') => (page: Page) =>
  page.addInitScript((pending) => sessionStorage.setItem('laurel.sso', JSON.stringify(pending)), {
    kind,
    verifier: 'v'.repeat(43),
    connection_id: okta.id,
    target: { workspace_id: okta.id, connection_id: okta.id },
  })
const refuseExchange = (code: string, params?: object) => async (page: Page) => {
  await storePending('sign_in')(page)
  await page.route('**/api/auth/sso/exchange', (route) =>
    route.fulfill({ status: 422, json: { errors: [{ code, params, message: '' }] } }),
  )
}
const mockTest =
  (result = makeSsoTestResult()) =>
  async (page: Page) => {
    await storePending('test')(page)
    await answer(page, 'sso/test', result)
  }
const mockMissingFactor = (hasApp: boolean) => async (page: Page) => {
  await page.route('**/api/config', async (route) => {
    const config = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...config, second_factor_missing: true } })
  })
  await answer(page, 'profiles/me/second_factor', {
    on: hasApp,
    since: hasApp ? exampleTime : null,
    recovery_codes_left: hasApp ? 9 : 0,
  })
}

/** The sign-in page after an address whose company has a sign-in of its own. */
export const loginWithCompany: ScreenState = {
  name: 'login-company',
  viewer: 'anonymous',
  before: (page) => answer(page, 'auth/sso/discover', [makeSsoChoice()]),
  open: async (page) => {
    await page.locator('input[name=email]').fill('ida@northwind.example')
    await page.locator('main form button[type=submit]').click()
    await page.locator('main form').waitFor({ state: 'detached' })
  },
}

export const ssoRoutes: RouteCase[] = [
  {
    route: '/login/sso',
    allowedFor: 'everybody',
    states: [
      { name: 'sso-expired', viewer: 'anonymous', before: storePending('sign_in') },
      { name: 'sso-other-tab', viewer: 'anonymous', path: () => '/login/sso#code=x' },
      {
        name: 'sso-failed',
        viewer: 'anonymous',
        path: () => '/login/sso#code=x',
        before: refuseExchange('sso_failed', { reason: 'access_denied' }),
      },
      {
        name: 'sso-unknown-person',
        viewer: 'anonymous',
        path: () => '/login/sso#code=x',
        before: refuseExchange('sso_unknown_person'),
      },
      { name: 'sso-replace', path: () => `/login/sso#start=${okta.id}.${okta.id}` },
      { name: 'sso-test', path: () => '/login/sso#code=x', before: mockTest() },
      {
        name: 'sso-test-refused',
        path: () => '/login/sso#code=x',
        before: mockTest(makeSsoTestResult({ outcome: 'refused', refusal: 'sso_address' })),
      },
    ],
  },
  {
    route: '/sso/{slug}',
    path: () => '/sso/northwind',
    allowedFor: 'everybody',
    states: [
      {
        name: 'sso-team',
        viewer: 'anonymous',
        before: (page) => answer(page, 'auth/sso/team', [makeSsoChoice()]),
      },
      { name: 'sso-team-unknown', viewer: 'anonymous' },
    ],
  },
  {
    route: '/two-factor',
    allowedFor: 'session',
    redirectsTo: homePath,
    states: [
      { name: 'two-factor-required', before: mockMissingFactor(false) },
      { name: 'two-factor-required-code', before: mockMissingFactor(true) },
    ],
  },
  {
    route: '/settings/sign-in',
    allowedFor: 'manage_workspace',
    states: [
      { name: 'sign-in-settings', before: mockSsoSettings },
      { name: 'sign-in-settings-empty' },
      {
        name: 'sign-in-add',
        before: mockSsoSettings,
        open: clickAndWait(
          'main fieldset [role=group]:nth-of-type(2) .mantine-Button-root',
          'dialog',
        ),
      },
      {
        name: 'sign-in-require',
        before: mockSsoSettings,
        open: async (page) => {
          await page.locator('main fieldset [role=switch]').first().click()
          await clickAndWait(
            'main fieldset [role=group]:nth-of-type(3) button[type=submit]',
            'dialog',
          )(page)
        },
      },
      { name: 'sign-in-settings-error', before: failCalls('sso') },
    ],
  },
  {
    route: '/settings/sign-in/connections/{id}',
    path: connectionPath(okta.id),
    allowedFor: 'manage_workspace',
    states: [
      { name: 'sign-in-oidc', before: mockSsoSettings },
      { name: 'sign-in-saml', before: mockSsoSettings, path: connectionPath(adfs.id) },
      {
        name: 'sign-in-delete',
        before: mockSsoSettings,
        open: clickAndWait('main fieldset .mantine-Button-root', 'dialog', -1),
      },
      {
        name: 'sign-in-disconnect',
        before: mockSsoSettings,
        open: clickAndWait('main fieldset li .mantine-Button-root', 'dialog', -1),
      },
      {
        name: 'sign-in-people-error',
        before: async (page) => {
          await mockSsoSettings(page)
          await failCalls('sso/connections/*/people*')(page)
        },
      },
      { name: 'sign-in-gone' },
    ],
  },
]
