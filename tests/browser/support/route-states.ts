import type { Page } from 'playwright-core'
import type { Ability } from '#contract/permissions.ts'
import { abilitiesOfRole, type Viewer, type SeedData } from './seed.ts'

/**
 * Every route of the specification's section 2 and ours, who may see it, and in which states it is
 * looked at: the walk, the pictures and the tests read this one table.
 */
export type ScreenState = {
  /** Of its picture. */
  name: string
  /** Another address than the route's own. */
  path?: (world: SeedData) => string
  /** Who looks; the founder of a full team unless said. */
  viewer?: Viewer
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /**
   * After it stands: opens a dialog, a menu, an error. By structure, not by words: it does so in
   * five languages.
   */
  open?: (page: Page) => Promise<unknown>
}
export type RouteCase = {
  route: string
  /** An example of it; the route itself unless said. */
  path?: (world: SeedData) => string
  /**
   * Who stays: everybody, who is signed out, who has a session, a named and active member, or
   * somebody with an ability.
   */
  allowedFor: 'everybody' | 'nobody' | 'session' | 'active' | Ability
  /** Where it leads whoever may be there. */
  redirectsTo?: (role: Viewer) => string
  states?: ScreenState[]
}

const clickAndWait =
  (selector: string, then: 'dialog' | 'menu', nth = 0) =>
  async (page: Page) => {
    await page.locator(selector).nth(nth).click()
    await page.getByRole(then).waitFor()
  }
const submitForm = async (page: Page) => {
  await page.locator('main form button[type=submit], main form button').last().click()
  await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
}
const failCalls = (calls: string) => (page: Page) =>
  page.route(`**/api/${calls}`, (route) =>
    route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', message: '' }] } }),
  )
const waitForGraph = (page: Page) => page.locator('[data-person]').first().waitFor()
const clickMenuItem = (nth: number) => async (page: Page) => {
  await page.locator('main li button[aria-haspopup=menu]').nth(3).click()
  await page.getByRole('menuitem').nth(nth).click()
  await page.getByRole('dialog').waitFor()
}
const peopleCsv =
  'Name,E-mail,Role\nAda King,ada.king@example.test,Engineer\nBroken,broken@,Nobody\nTomas,tomas@laurel.example,Designer\n'
const uploadPeople = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(peopleCsv) })
  await page.locator('main select').first().waitFor()
}
const setPendingCode = (page: Page) =>
  page.addInitScript(() =>
    sessionStorage.setItem(
      'laurel.code',
      JSON.stringify({
        email: 'ada@example.test',
        sig: 'none',
        form: 'login',
        sent_at: Date.now(),
      }),
    ),
  )
const mockNoWorkspaces = (ended: object[]) => async (page: Page) => {
  await page.route('**/api/auth/workspaces', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/auth/account', (route) =>
    route.fulfill({ json: { email: 'ada@example.test', first_name: '', last_name: '', ended } }),
  )
}
const setPendingProof = (page: Page) =>
  page.addInitScript(() =>
    sessionStorage.setItem(
      'laurel.proof',
      JSON.stringify({
        by: 'code',
        email: 'ada@example.test',
        sig: 'none',
        code: '000000',
        form: 'login',
      }),
    ),
  )
const setUndoLink = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('laurel.undo_address', 'x'.repeat(43)))
const newRewardPath = (query: string) => () => `/settings/rewards/new?${query}`

const entryRoutes: RouteCase[] = [
  {
    route: '/login',
    allowedFor: 'nobody',
    states: [
      { name: 'login', viewer: 'anonymous' },
      { name: 'login-error', viewer: 'anonymous', open: submitForm },
      { name: 'login-link', viewer: 'anonymous', path: () => '/login?why=impersonation_invalid' },
    ],
  },
  { route: '/sign-up', allowedFor: 'nobody', states: [{ name: 'sign-up', viewer: 'anonymous' }] },
  {
    route: '/login/accept',
    path: (world) => world.links.invite,
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
    states: [{ name: 'create-team' }, { name: 'create-team-error', open: submitForm }],
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
    route: '/expired',
    allowedFor: 'session',
    redirectsTo: (role) =>
      role === 'expired'
        ? '/expired'
        : role === 'expired_payer'
          ? '/settings/billing/trial'
          : '/feed',
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
    path: (world) => world.links.checkout,
    allowedFor: 'everybody',
    states: [
      { name: 'checkout', viewer: 'fresh' },
      { name: 'checkout-invalid', path: () => '/checkout/nothing' },
    ],
  },
  {
    route: '/claim/{token}',
    path: (world) => world.links.claim,
    allowedFor: 'everybody',
    states: [{ name: 'claim' }, { name: 'claim-invalid', path: () => '/claim/nothing' }],
  },
  {
    route: '/u/{token}',
    path: (world) => world.links.unsubscribe,
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

const teamRoutes: RouteCase[] = [
  { route: '/', allowedFor: 'active', redirectsTo: () => '/feed' },
  {
    route: '/feed',
    allowedFor: 'active',
    states: [
      { name: 'feed' },
      { name: 'feed-member', viewer: 'member' },
      { name: 'new-team', viewer: 'fresh' },
      { name: 'feed-empty', viewer: 'empty' },
      { name: 'feed-error', before: failCalls('posts**') },
      { name: 'feed-invoked', viewer: 'impersonator' },
      {
        name: 'composer',
        open: async (page) => {
          await page.getByRole('textbox').first().click()
          await page.keyboard.type('@a')
          await page.getByRole('option').first().waitFor()
        },
      },
      { name: 'user-menu', open: clickAndWait('header button', 'menu', -1) },
    ],
  },
  { route: '/loading', allowedFor: 'active', redirectsTo: () => '/feed' },
  {
    route: '/help',
    allowedFor: 'active',
    states: [
      { name: 'help' },
      { name: 'help-member', viewer: 'member' },
      { name: 'help-empty', viewer: 'empty' },
      { name: 'help-error', before: failCalls('people/administrators') },
    ],
  },
  {
    route: '/dashboard',
    allowedFor: 'see_dashboard',
    states: [
      { name: 'dashboard', open: waitForGraph },
      { name: 'dashboard-empty', viewer: 'empty' },
      { name: 'dashboard-error', before: failCalls('leaderboards/**') },
    ],
  },
  {
    route: '/profile/{id}',
    path: (world) => `/profile/${world.ids.member}`,
    allowedFor: 'active',
    states: [
      { name: 'profile', path: (world) => `/profile/${world.ids.me}` },
      { name: 'profile-other' },
      {
        name: 'sheet',
        path: (world) => `/profile/${world.ids.member}?tab=sheet`,
        viewer: 'member',
      },
    ],
  },
  {
    route: '/edit-profile',
    allowedFor: 'active',
    states: [
      { name: 'edit-profile' },
      {
        name: 'edit-profile-authenticator',
        open: async (page) => {
          await page.locator('main h2').nth(5).locator('xpath=../../button').click()
          await page.getByRole('dialog').waitFor()
          await page.evaluate(() => scrollTo(0, 0))
        },
      },
      { name: 'edit-profile-invoked', viewer: 'impersonator' },
    ],
  },
  {
    route: '/rewards',
    allowedFor: 'active',
    states: [
      { name: 'shop' },
      { name: 'shop-mine', path: () => '/rewards?tab=mine', viewer: 'member' },
      { name: 'shop-mine-empty', path: () => '/rewards?tab=mine' },
      { name: 'shop-empty', viewer: 'empty' },
      { name: 'shop-error', before: failCalls('shop/rewards') },
      {
        name: 'redeem',
        viewer: 'member',
        open: clickAndWait('main article button:not([disabled])', 'dialog'),
      },
      {
        name: 'redeem-card',
        viewer: 'member',
        open: clickAndWait('main article button:not([disabled])', 'dialog', -1),
      },
    ],
  },
]

const settingsRoutes: RouteCase[] = [
  {
    route: '/settings',
    allowedFor: 'enter_settings',
    states: [{ name: 'settings' }, { name: 'settings-rewards', viewer: 'rewards' }],
  },
  {
    route: '/settings/no-such-setting',
    allowedFor: 'enter_settings',
    redirectsTo: () => '/settings',
  },
  {
    route: '/settings/global',
    allowedFor: 'manage_settings',
    states: [{ name: 'global' }, { name: 'global-error', before: failCalls('settings') }],
  },
  {
    route: '/settings/notifications',
    allowedFor: 'manage_notifications',
    states: [{ name: 'notifications' }],
  },
  {
    route: '/settings/values',
    allowedFor: 'manage_values',
    states: [
      { name: 'values' },
      { name: 'value-dialog', open: clickAndWait('main li button', 'dialog') },
      { name: 'values-error', before: failCalls('values') },
    ],
  },
  {
    route: '/settings/connections',
    allowedFor: 'manage_settings',
    states: [
      { name: 'connections' },
      { name: 'connections-empty', viewer: 'empty' },
      { name: 'connections-error', before: failCalls('hooks') },
      {
        name: 'connections-connect',
        viewer: 'empty',
        open: clickAndWait('main button', 'dialog', 2),
      },
      { name: 'connections-edit', open: clickAndWait('main li button', 'dialog', 12) },
      { name: 'connections-log', open: clickAndWait('main li button', 'dialog', 11) },
    ],
  },
  {
    route: '/settings/danger',
    allowedFor: 'manage_workspace',
    states: [
      { name: 'danger' },
      { name: 'danger-dialog', open: clickAndWait('main button', 'dialog', -1) },
    ],
  },
  {
    route: '/settings/audit',
    allowedFor: 'read_audit',
    states: [{ name: 'audit' }, { name: 'audit-error', before: failCalls('workspace/audit**') }],
  },
  {
    route: '/settings/team',
    allowedFor: 'manage_team',
    states: [
      { name: 'team' },
      { name: 'team-menu', open: clickAndWait('main li button[aria-haspopup=menu]', 'menu', 2) },
      { name: 'team-edit', open: clickMenuItem(1) },
      { name: 'team-permissions', open: clickMenuItem(2) },
      { name: 'team-adjust', open: clickMenuItem(3) },
      { name: 'team-nobody', path: () => '/settings/team?search=nobody-of-this-name' },
      { name: 'team-error', before: failCalls('users?**') },
    ],
  },
  {
    route: '/settings/team/add-user',
    allowedFor: 'manage_team',
    states: [
      { name: 'add-user' },
      {
        name: 'add-user-error',
        open: async (page) => {
          await page.locator('main form input').first().fill('broken@')
          await submitForm(page)
        },
      },
    ],
  },
  {
    route: '/settings/team/import',
    allowedFor: 'manage_team',
    states: [
      { name: 'import' },
      { name: 'import-columns', open: uploadPeople },
      {
        name: 'import-confirm',
        open: async (page) => {
          await uploadPeople(page)
          await page.locator('main .mantine-Button-root').last().click()
          await page.locator('main tbody tr').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/team/bulk-upload',
    allowedFor: 'manage_team',
    states: [
      { name: 'bulk-upload' },
      {
        name: 'bulk-upload-filled',
        open: async (page) => {
          await page
            .locator('main textarea')
            .fill('ada@example.test, ada@example.test, broken@, grace@example.test')
          await page.locator('main').getByText('broken@').last().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/rewards',
    allowedFor: 'manage_rewards',
    redirectsTo: () => '/settings/rewards/all',
  },
  {
    route: '/settings/rewards/all',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'rewards' },
      { name: 'rewards-empty', viewer: 'empty' },
      { name: 'rewards-error', before: failCalls('rewards/rewards') },
    ],
  },
  {
    route: '/settings/rewards/new',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'new-reward' },
      { name: 'new-reward-ideas', path: newRewardPath('kind=individual') },
      { name: 'new-reward-form', path: newRewardPath('kind=individual&idea=blank') },
      {
        name: 'new-reward-error',
        path: newRewardPath('kind=individual&idea=blank'),
        open: submitForm,
      },
      { name: 'new-reward-team', path: newRewardPath('kind=team&idea=blank') },
      { name: 'new-reward-card', path: newRewardPath('kind=automatic') },
    ],
  },
  {
    route: '/settings/rewards/edit/{id}',
    path: (world) => `/settings/rewards/edit/${world.ids.reward}`,
    allowedFor: 'manage_rewards',
    states: [{ name: 'edit-reward' }],
  },
  {
    route: '/settings/rewards/purchases',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'purchases' },
      { name: 'purchases-empty', viewer: 'empty' },
      { name: 'purchase-fulfil', open: clickAndWait('main li .mantine-Button-root', 'dialog') },
      { name: 'purchase-decline', open: clickAndWait('main li .mantine-Button-root', 'dialog', 1) },
    ],
  },
  {
    route: '/settings/rewards/payment',
    allowedFor: 'manage_rewards_billing',
    states: [{ name: 'payment' }, { name: 'payment-none', viewer: 'empty' }],
  },
  {
    route: '/settings/billing',
    allowedFor: 'manage_billing',
    redirectsTo: (role) =>
      role === 'expired_payer' ? '/settings/billing/trial' : '/settings/billing/overview',
  },
  {
    route: '/settings/billing/overview',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing', viewer: 'payer' },
      { name: 'billing-trialing', viewer: 'fresh' },
      { name: 'cancel-dialog', viewer: 'payer', open: clickAndWait('main button', 'dialog', 1) },
      { name: 'switch-dialog', viewer: 'payer', open: clickAndWait('main button', 'dialog', 0) },
    ],
  },
  {
    route: '/settings/billing/history',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing-history', viewer: 'payer' },
      { name: 'billing-history-empty', viewer: 'empty' },
    ],
  },
  {
    route: '/settings/billing/details',
    allowedFor: 'manage_billing',
    states: [{ name: 'billing-details', viewer: 'payer' }],
  },
  {
    route: '/settings/billing/payment_method',
    allowedFor: 'manage_billing',
    states: [
      { name: 'billing-card', viewer: 'payer' },
      { name: 'billing-card-none', viewer: 'fresh' },
    ],
  },
  {
    route: '/settings/billing/trial',
    allowedFor: 'manage_billing',
    states: [
      { name: 'trial' },
      { name: 'trial-over', viewer: 'expired_payer' },
      { name: 'trial-subscribed', viewer: 'payer' },
    ],
  },
]

export const routeCases: RouteCase[] = [...entryRoutes, ...teamRoutes, ...settingsRoutes]

/** The address of a route, and of one of its states. */
export const pathOfState = (
  world: SeedData,
  { route, path }: Pick<RouteCase, 'route' | 'path'>,
  state?: ScreenState,
) => (state?.path ?? path ?? (() => route))(world)

const isBillingRoute = (route: string) => /^\/settings\/billing(?!\w)/.test(route)
/**
 * Where the role comes to stand (specification, sections 2, 4 and 6); undefined: where it wanted to
 * go.
 */
export function expectedRedirect(route: RouteCase, role: Viewer): string | undefined {
  const home =
    role === 'expired' ? '/expired' : role === 'expired_payer' ? '/settings/billing/trial' : '/feed'
  if (route.allowedFor === 'everybody') return undefined
  if (route.allowedFor === 'nobody') return role === 'anonymous' ? route.redirectsTo?.(role) : home
  if (role === 'anonymous') return '/login'
  if (route.allowedFor === 'session') return route.redirectsTo?.(role)
  if (
    home !== '/feed' &&
    !(
      role === 'expired_payer' &&
      (isBillingRoute(route.route) || route.route === '/settings/danger')
    )
  )
    return home
  if (route.allowedFor !== 'active') {
    const abilities = abilitiesOfRole(role)
    if (!abilities.includes('enter_settings')) return '/feed'
    if (!abilities.includes(route.allowedFor)) return '/settings'
  }
  return route.redirectsTo?.(role)
}
