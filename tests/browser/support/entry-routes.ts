import { mockLeaverPage } from './leaver-states.ts'
import { displayPage } from './office-screen-states.ts'
import { homePath, type RouteCase } from './route-case.ts'
import { loginWithCompany } from './sso-routes.ts'
import {
  mockJoinableTeams,
  mockNoWorkspaces,
  setPendingCode,
  setPendingProof,
  setUndoLink,
  submitForm,
} from './state-actions.ts'

export const entryRoutes: RouteCase[] = [
  {
    route: '/login',
    allowedFor: 'nobody',
    states: [
      { name: 'login', viewer: 'anonymous' },
      { name: 'login-error', viewer: 'anonymous', open: submitForm },
      loginWithCompany,
      { name: 'login-link', viewer: 'anonymous', path: () => '/login?why=impersonation_invalid' },
    ],
  },
  { route: '/sign-up', allowedFor: 'nobody', states: [{ name: 'sign-up', viewer: 'anonymous' }] },
  {
    route: '/login/accept',
    path: (seedData) => seedData.links.invite,
    allowedFor: 'everybody',
    states: [
      { name: 'invitation', viewer: 'anonymous' },
      {
        name: 'invitation-invalid',
        viewer: 'anonymous',
        path: () => '/login/accept#token=nothing',
      },
    ],
  },
  {
    route: '/join',
    path: (seedData) => seedData.links.join,
    allowedFor: 'everybody',
    states: [
      { name: 'join', viewer: 'anonymous' },
      { name: 'join-confirm', viewer: 'founder' },
      { name: 'join-invalid', viewer: 'anonymous', path: () => '/join#token=nothing' },
    ],
  },
  {
    route: '/undo-address',
    allowedFor: 'everybody',
    states: [
      { name: 'undo-address', viewer: 'anonymous', before: setUndoLink },
      { name: 'undo-address-invalid', viewer: 'anonymous' },
    ],
  },
  {
    route: '/code-check',
    allowedFor: 'nobody',
    redirectsTo: () => '/login',
    states: [
      { name: 'code-check', viewer: 'anonymous', before: setPendingCode },
      {
        name: 'code-wrong',
        viewer: 'anonymous',
        before: setPendingCode,
        open: async (page) => {
          await page.locator('main input').first().click()
          await page.keyboard.type('123456')
          await page.getByRole('alert').first().waitFor()
        },
      },
      {
        name: 'code-exhausted',
        viewer: 'anonymous',
        before: async (page) => {
          await setPendingCode(page)
          await page.route('**/api/auth/verify_code', (route) =>
            route.fulfill({
              status: 401,
              json: { errors: [{ code: 'code_exhausted', field: 'code', message: '' }] },
            }),
          )
        },
        open: async (page) => {
          await page.locator('main input').first().click()
          await page.keyboard.type('123456')
          await page.getByRole('alert').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/second-factor',
    allowedFor: 'nobody',
    redirectsTo: () => '/login',
    states: [
      { name: 'second-factor', viewer: 'anonymous', before: setPendingProof },
      {
        name: 'second-factor-recovery',
        viewer: 'anonymous',
        before: setPendingProof,
        open: async (page) => {
          await page.locator('main form + button').click()
          await page.locator('main input[name=recovery]').waitFor()
        },
      },
      {
        name: 'second-factor-over',
        viewer: 'anonymous',
        before: setPendingProof,
        open: async (page) => {
          await page.locator('main input').first().click()
          await page.keyboard.type('123456')
          await page.getByRole('alert').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/create-team',
    allowedFor: 'session',
    states: [
      { name: 'create-team' },
      {
        name: 'create-team-error',
        open: async (page) => {
          await page.locator('input[name=name]').fill('')
          await submitForm(page)
        },
      },
    ],
  },
  {
    route: '/create-profile',
    allowedFor: 'session',
    states: [
      { name: 'create-profile' },
      {
        name: 'create-profile-error',
        open: async (page) => {
          await page.locator('input[name=first_name]').fill('')
          await page.locator('input[name=last_name]').fill('')
          await submitForm(page)
        },
      },
    ],
  },
  {
    route: '/workspaces',
    allowedFor: 'session',
    states: [
      { name: 'workspaces' },
      { name: 'workspaces-joinable', before: mockJoinableTeams },
      { name: 'no-team', before: mockNoWorkspaces([]) },
      {
        name: 'access-ended',
        before: mockNoWorkspaces([
          { name: 'Juniper & Lane', administrators: ['Nora Albrecht', 'Li Wei'] },
        ]),
      },
    ],
  },
  { route: '/add-photo', allowedFor: 'active', states: [{ name: 'add-photo' }] },
  { route: '/welcome', allowedFor: 'active', states: [{ name: 'welcome' }] },
  {
    route: '/setup',
    allowedFor: 'manage_settings',
    states: [
      { name: 'setup-values' },
      { name: 'setup-points', path: () => '/setup?step=points' },
      { name: 'setup-rewards', path: () => '/setup?step=rewards' },
      { name: 'setup-people', path: () => '/setup?step=people' },
    ],
  },
  {
    route: '/expired',
    allowedFor: 'session',
    redirectsTo: homePath,
    states: [{ name: 'expired', viewer: 'expired' }],
  },
  {
    route: '/goodbye',
    allowedFor: 'everybody',
    states: [{ name: 'goodbye', viewer: 'anonymous' }],
  },
  { route: '/404', allowedFor: 'everybody', states: [{ name: 'not-found' }] },
  {
    route: '/no-such-page',
    allowedFor: 'everybody',
    states: [{ name: 'missing', viewer: 'anonymous' }],
  },
  {
    route: '/checkout/{token}',
    path: (seedData) => seedData.links.checkout,
    allowedFor: 'everybody',
    states: [
      { name: 'checkout', viewer: 'fresh' },
      { name: 'checkout-invalid', path: () => '/checkout/nothing' },
    ],
  },
  {
    route: '/leavers/{token}',
    path: () => '/leavers/nothing',
    allowedFor: 'everybody',
    states: [{ name: 'leaver', before: mockLeaverPage }, { name: 'leaver-invalid' }],
  },
  displayPage,
  {
    route: '/claim/{token}',
    path: (seedData) => seedData.links.claim,
    allowedFor: 'everybody',
    states: [{ name: 'claim' }, { name: 'claim-invalid', path: () => '/claim/nothing' }],
  },
  {
    route: '/u/{token}',
    path: (seedData) => seedData.links.unsubscribe,
    allowedFor: 'everybody',
    states: [
      { name: 'unsubscribe', viewer: 'anonymous' },
      { name: 'unsubscribe-invalid', viewer: 'anonymous', path: () => '/u/nothing' },
    ],
  },
  {
    route: '/impersonate/{token}',
    path: () => '/impersonate/nothing',
    allowedFor: 'nobody',
    redirectsTo: () => '/login',
  },
]
