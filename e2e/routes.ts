import type { Page } from 'playwright-core'
import type { Ability } from '#contract/permissions.ts'
import { abilitiesOfRole, type Looker, type World } from './world.ts'

/**
 * Every route of the specification's section 2 and ours, who may see it, and in which states it is
 * looked at: the walk, the pictures and the tests read this one table.
 */
export type State = {
  /** Of its picture. */
  name: string
  /** Another address than the route's own. */
  path?: (world: World) => string
  /** Who looks; the founder of a full team unless said. */
  as?: Looker
  /** Before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /**
   * After it stands: opens a dialog, a menu, an error. By structure, not by words: it does so in
   * five languages.
   */
  open?: (page: Page) => Promise<unknown>
}
export type Route = {
  route: string
  /** An example of it; the route itself unless said. */
  path?: (world: World) => string
  /**
   * Who stays: everybody, who is signed out, who has a session, a named and active member, or
   * somebody with an ability.
   */
  for: 'everybody' | 'nobody' | 'session' | 'active' | Ability
  /** Where it leads whoever may be there. */
  leads?: (role: Looker) => string
  states?: State[]
}

const press =
  (selector: string, then: 'dialog' | 'menu', nth = 0) =>
  async (page: Page) => {
    await page.locator(selector).nth(nth).click()
    await page.getByRole(then).waitFor()
  }
const submit = async (page: Page) => {
  await page.locator('main form button[type=submit], main form button').last().click()
  await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
}
const down = (calls: string) => (page: Page) =>
  page.route(`**/api/${calls}`, (route) =>
    route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', message: '' }] } }),
  )
const drawn = (page: Page) => page.locator('[data-person]').first().waitFor()
const inMenu = (nth: number) => async (page: Page) => {
  await page.locator('main li button[aria-haspopup=menu]').nth(3).click()
  await page.getByRole('menuitem').nth(nth).click()
  await page.getByRole('dialog').waitFor()
}
const people =
  'Name,E-mail,Role\nAda King,ada.king@example.test,Engineer\nBroken,broken@,Nobody\nTomas,tomas@laurel.example,Designer\n'
const upload = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(people) })
  await page.locator('main select').first().waitFor()
}
const code = (page: Page) =>
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
const noTeam = (ended: object[]) => async (page: Page) => {
  await page.route('**/api/auth/workspaces', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/auth/account', (route) =>
    route.fulfill({ json: { email: 'ada@example.test', first_name: '', last_name: '', ended } }),
  )
}
const proof = (page: Page) =>
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
const undoLink = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('laurel.undo_address', 'x'.repeat(43)))
const byRewardKind = (query: string) => () => `/settings/rewards/new?${query}`

const entry: Route[] = [
  {
    route: '/login',
    for: 'nobody',
    states: [
      { name: 'login', as: 'anonymous' },
      { name: 'login-error', as: 'anonymous', open: submit },
      { name: 'login-link', as: 'anonymous', path: () => '/login?why=impersonation_invalid' },
    ],
  },
  { route: '/sign-up', for: 'nobody', states: [{ name: 'sign-up', as: 'anonymous' }] },
  {
    route: '/login/accept',
    path: (world) => world.links.invite,
    for: 'everybody',
    states: [
      { name: 'invitation', as: 'anonymous' },
      { name: 'invitation-invalid', as: 'anonymous', path: () => '/login/accept#token=nothing' },
    ],
  },
  {
    route: '/undo-address',
    for: 'everybody',
    states: [
      { name: 'undo-address', as: 'anonymous', before: undoLink },
      { name: 'undo-address-invalid', as: 'anonymous' },
    ],
  },
  {
    route: '/code-check',
    for: 'nobody',
    leads: () => '/login',
    states: [
      { name: 'code-check', as: 'anonymous', before: code },
      {
        name: 'code-wrong',
        as: 'anonymous',
        before: code,
        open: async (page) => {
          await page.locator('main input').first().click()
          await page.keyboard.type('123456')
          await page.getByRole('alert').first().waitFor()
        },
      },
      {
        name: 'code-exhausted',
        as: 'anonymous',
        before: async (page) => {
          await code(page)
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
    for: 'nobody',
    leads: () => '/login',
    states: [
      { name: 'second-factor', as: 'anonymous', before: proof },
      {
        name: 'second-factor-recovery',
        as: 'anonymous',
        before: proof,
        open: async (page) => {
          await page.locator('main form + button').click()
          await page.locator('main input[name=recovery]').waitFor()
        },
      },
      {
        name: 'second-factor-over',
        as: 'anonymous',
        before: proof,
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
    for: 'session',
    states: [{ name: 'create-team' }, { name: 'create-team-error', open: submit }],
  },
  {
    route: '/create-profile',
    for: 'session',
    states: [
      { name: 'create-profile' },
      {
        name: 'create-profile-error',
        open: async (page) => {
          await page.locator('input[name=first_name]').fill('')
          await page.locator('input[name=last_name]').fill('')
          await submit(page)
        },
      },
    ],
  },
  {
    route: '/workspaces',
    for: 'session',
    states: [
      { name: 'workspaces' },
      { name: 'no-team', before: noTeam([]) },
      {
        name: 'access-ended',
        before: noTeam([{ name: 'Juniper & Lane', administrators: ['Nora Albrecht', 'Li Wei'] }]),
      },
    ],
  },
  { route: '/add-photo', for: 'active', states: [{ name: 'add-photo' }] },
  { route: '/welcome', for: 'active', states: [{ name: 'welcome' }] },
  {
    route: '/expired',
    for: 'session',
    leads: (role) =>
      role === 'expired'
        ? '/expired'
        : role === 'expired_payer'
          ? '/settings/billing/trial'
          : '/feed',
    states: [{ name: 'expired', as: 'expired' }],
  },
  { route: '/goodbye', for: 'everybody', states: [{ name: 'goodbye', as: 'anonymous' }] },
  { route: '/404', for: 'everybody', states: [{ name: 'not-found' }] },
  { route: '/no-such-page', for: 'everybody', states: [{ name: 'missing', as: 'anonymous' }] },
  {
    route: '/checkout/{token}',
    path: (world) => world.links.checkout,
    for: 'everybody',
    states: [
      { name: 'checkout', as: 'fresh' },
      { name: 'checkout-invalid', path: () => '/checkout/nothing' },
    ],
  },
  {
    route: '/claim/{token}',
    path: (world) => world.links.claim,
    for: 'everybody',
    states: [{ name: 'claim' }, { name: 'claim-invalid', path: () => '/claim/nothing' }],
  },
  {
    route: '/u/{token}',
    path: (world) => world.links.unsubscribe,
    for: 'everybody',
    states: [
      { name: 'unsubscribe', as: 'anonymous' },
      { name: 'unsubscribe-invalid', as: 'anonymous', path: () => '/u/nothing' },
    ],
  },
  {
    route: '/impersonate/{token}',
    path: () => '/impersonate/nothing',
    for: 'nobody',
    leads: () => '/login',
  },
]

const team: Route[] = [
  { route: '/', for: 'active', leads: () => '/feed' },
  {
    route: '/feed',
    for: 'active',
    states: [
      { name: 'feed' },
      { name: 'feed-member', as: 'member' },
      { name: 'new-team', as: 'fresh' },
      { name: 'feed-empty', as: 'empty' },
      { name: 'feed-error', before: down('posts**') },
      { name: 'feed-invoked', as: 'impersonator' },
      {
        name: 'composer',
        open: async (page) => {
          await page.getByRole('textbox').first().click()
          await page.keyboard.type('@a')
          await page.getByRole('option').first().waitFor()
        },
      },
      { name: 'user-menu', open: press('header button', 'menu', -1) },
    ],
  },
  { route: '/loading', for: 'active', leads: () => '/feed' },
  {
    route: '/help',
    for: 'active',
    states: [
      { name: 'help' },
      { name: 'help-member', as: 'member' },
      { name: 'help-empty', as: 'empty' },
      { name: 'help-error', before: down('people/administrators') },
    ],
  },
  {
    route: '/dashboard',
    for: 'see_dashboard',
    states: [
      { name: 'dashboard', open: drawn },
      { name: 'dashboard-empty', as: 'empty' },
      { name: 'dashboard-error', before: down('leaderboards/**') },
    ],
  },
  {
    route: '/profile/{id}',
    path: (world) => `/profile/${world.ids.member}`,
    for: 'active',
    states: [
      { name: 'profile', path: (world) => `/profile/${world.ids.me}` },
      { name: 'profile-other' },
      { name: 'sheet', path: (world) => `/profile/${world.ids.member}?tab=sheet`, as: 'member' },
    ],
  },
  {
    route: '/edit-profile',
    for: 'active',
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
      { name: 'edit-profile-invoked', as: 'impersonator' },
    ],
  },
  {
    route: '/rewards',
    for: 'active',
    states: [
      { name: 'shop' },
      { name: 'shop-mine', path: () => '/rewards?tab=mine', as: 'member' },
      { name: 'shop-mine-empty', path: () => '/rewards?tab=mine' },
      { name: 'shop-empty', as: 'empty' },
      { name: 'shop-error', before: down('shop/rewards') },
      {
        name: 'redeem',
        as: 'member',
        open: press('main article button:not([disabled])', 'dialog'),
      },
      {
        name: 'redeem-card',
        as: 'member',
        open: press('main article button:not([disabled])', 'dialog', -1),
      },
    ],
  },
]

const settings: Route[] = [
  {
    route: '/settings',
    for: 'enter_settings',
    states: [{ name: 'settings' }, { name: 'settings-rewards', as: 'rewards' }],
  },
  { route: '/settings/no-such-setting', for: 'enter_settings', leads: () => '/settings' },
  {
    route: '/settings/global',
    for: 'manage_settings',
    states: [{ name: 'global' }, { name: 'global-error', before: down('settings') }],
  },
  {
    route: '/settings/notifications',
    for: 'manage_notifications',
    states: [{ name: 'notifications' }],
  },
  {
    route: '/settings/values',
    for: 'manage_values',
    states: [
      { name: 'values' },
      { name: 'value-dialog', open: press('main li button', 'dialog') },
      { name: 'values-error', before: down('values') },
    ],
  },
  {
    route: '/settings/connections',
    for: 'manage_settings',
    states: [
      { name: 'connections' },
      { name: 'connections-empty', as: 'empty' },
      { name: 'connections-error', before: down('hooks') },
      { name: 'connections-connect', as: 'empty', open: press('main button', 'dialog', 2) },
      { name: 'connections-edit', open: press('main li button', 'dialog', 12) },
      { name: 'connections-log', open: press('main li button', 'dialog', 11) },
    ],
  },
  {
    route: '/settings/danger',
    for: 'manage_workspace',
    states: [
      { name: 'danger' },
      { name: 'danger-dialog', open: press('main button', 'dialog', -1) },
    ],
  },
  {
    route: '/settings/audit',
    for: 'read_audit',
    states: [{ name: 'audit' }, { name: 'audit-error', before: down('workspace/audit**') }],
  },
  {
    route: '/settings/team',
    for: 'manage_team',
    states: [
      { name: 'team' },
      { name: 'team-menu', open: press('main li button[aria-haspopup=menu]', 'menu', 2) },
      { name: 'team-edit', open: inMenu(1) },
      { name: 'team-permissions', open: inMenu(2) },
      { name: 'team-adjust', open: inMenu(3) },
      { name: 'team-nobody', path: () => '/settings/team?search=nobody-of-this-name' },
      { name: 'team-error', before: down('users?**') },
    ],
  },
  {
    route: '/settings/team/add-user',
    for: 'manage_team',
    states: [
      { name: 'add-user' },
      {
        name: 'add-user-error',
        open: async (page) => {
          await page.locator('main form input').first().fill('broken@')
          await submit(page)
        },
      },
    ],
  },
  {
    route: '/settings/team/import',
    for: 'manage_team',
    states: [
      { name: 'import' },
      { name: 'import-columns', open: upload },
      {
        name: 'import-confirm',
        open: async (page) => {
          await upload(page)
          await page.locator('main .mantine-Button-root').last().click()
          await page.locator('main tbody tr').first().waitFor()
        },
      },
    ],
  },
  {
    route: '/settings/team/bulk-upload',
    for: 'manage_team',
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
  { route: '/settings/rewards', for: 'manage_rewards', leads: () => '/settings/rewards/all' },
  {
    route: '/settings/rewards/all',
    for: 'manage_rewards',
    states: [
      { name: 'rewards' },
      { name: 'rewards-empty', as: 'empty' },
      { name: 'rewards-error', before: down('rewards/rewards') },
    ],
  },
  {
    route: '/settings/rewards/new',
    for: 'manage_rewards',
    states: [
      { name: 'new-reward' },
      { name: 'new-reward-ideas', path: byRewardKind('kind=individual') },
      { name: 'new-reward-form', path: byRewardKind('kind=individual&idea=blank') },
      { name: 'new-reward-error', path: byRewardKind('kind=individual&idea=blank'), open: submit },
      { name: 'new-reward-team', path: byRewardKind('kind=team&idea=blank') },
      { name: 'new-reward-card', path: byRewardKind('kind=automatic') },
    ],
  },
  {
    route: '/settings/rewards/edit/{id}',
    path: (world) => `/settings/rewards/edit/${world.ids.reward}`,
    for: 'manage_rewards',
    states: [{ name: 'edit-reward' }],
  },
  {
    route: '/settings/rewards/purchases',
    for: 'manage_rewards',
    states: [
      { name: 'purchases' },
      { name: 'purchases-empty', as: 'empty' },
      { name: 'purchase-fulfil', open: press('main li .mantine-Button-root', 'dialog') },
      { name: 'purchase-decline', open: press('main li .mantine-Button-root', 'dialog', 1) },
    ],
  },
  {
    route: '/settings/rewards/payment',
    for: 'manage_rewards_billing',
    states: [{ name: 'payment' }, { name: 'payment-none', as: 'empty' }],
  },
  {
    route: '/settings/billing',
    for: 'manage_billing',
    leads: (role) =>
      role === 'expired_payer' ? '/settings/billing/trial' : '/settings/billing/overview',
  },
  {
    route: '/settings/billing/overview',
    for: 'manage_billing',
    states: [
      { name: 'billing', as: 'payer' },
      { name: 'billing-trialing', as: 'fresh' },
      { name: 'cancel-dialog', as: 'payer', open: press('main button', 'dialog', 1) },
      { name: 'switch-dialog', as: 'payer', open: press('main button', 'dialog', 0) },
    ],
  },
  {
    route: '/settings/billing/history',
    for: 'manage_billing',
    states: [
      { name: 'billing-history', as: 'payer' },
      { name: 'billing-history-empty', as: 'empty' },
    ],
  },
  {
    route: '/settings/billing/details',
    for: 'manage_billing',
    states: [{ name: 'billing-details', as: 'payer' }],
  },
  {
    route: '/settings/billing/payment_method',
    for: 'manage_billing',
    states: [
      { name: 'billing-card', as: 'payer' },
      { name: 'billing-card-none', as: 'fresh' },
    ],
  },
  {
    route: '/settings/billing/trial',
    for: 'manage_billing',
    states: [
      { name: 'trial' },
      { name: 'trial-over', as: 'expired_payer' },
      { name: 'trial-subscribed', as: 'payer' },
    ],
  },
]

export const routes: Route[] = [...entry, ...team, ...settings]

/** The address of a route, and of one of its states. */
export const pathOf = (
  world: World,
  { route, path }: Pick<Route, 'route' | 'path'>,
  state?: State,
) => (state?.path ?? path ?? (() => route))(world)

const inBilling = (route: string) => /^\/settings\/billing(?!\w)/.test(route)
/**
 * Where the role comes to stand (specification, sections 2, 4 and 6); undefined: where it wanted to
 * go.
 */
export function landing(route: Route, role: Looker): string | undefined {
  const home =
    role === 'expired' ? '/expired' : role === 'expired_payer' ? '/settings/billing/trial' : '/feed'
  if (route.for === 'everybody') return undefined
  if (route.for === 'nobody') return role === 'anonymous' ? route.leads?.(role) : home
  if (role === 'anonymous') return '/login'
  if (route.for === 'session') return route.leads?.(role)
  if (
    home !== '/feed' &&
    !(role === 'expired_payer' && (inBilling(route.route) || route.route === '/settings/danger'))
  )
    return home
  if (route.for !== 'active') {
    const abilities = abilitiesOfRole(role)
    if (!abilities.includes('enter_settings')) return '/feed'
    if (!abilities.includes(route.for)) return '/settings'
  }
  return route.leads?.(role)
}
