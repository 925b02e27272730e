import type { Page } from 'playwright-core'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { mockLeaverPage, mockLeavers } from '#tests/browser/support/leaver-states.ts'
import { clickAndWait } from '#tests/browser/support/state-actions.ts'
import { loginWithCompany, mockSsoSettings, oidcPath } from '#tests/browser/support/sso-routes.ts'
import { exchangeScreenshots } from './exchange-screenshots.ts'
import { organizationScreenshots } from './organization-screenshots.ts'

/** A picture of docs/screens. `path` me: the profile of the viewer. */
type Screenshot = {
  name: string
  path: string
  /** Runs before the page opens. */
  before?: (page: Page) => Promise<unknown>
  open?: (page: Page) => Promise<unknown>
  anonymous?: boolean
  viewer?: 'founder' | 'payer'
}
const waitForBalanceHistory = async (page: Page) => {
  await page
    .getByRole('list', { name: 'Balance sheet' })
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined)
}

export const screenshots: Screenshot[] = [
  { name: 'login', path: '/login', anonymous: true },
  {
    name: 'login-company',
    path: '/login',
    anonymous: true,
    ...(loginWithCompany.before ? { before: loginWithCompany.before } : {}),
    ...(loginWithCompany.open ? { open: loginWithCompany.open } : {}),
  },
  { name: 'feed', path: '/feed' },
  {
    name: 'dashboard',
    path: '/dashboard',
    open: async (page) => {
      await page.locator('[data-node]').first().waitFor()
    },
  },
  {
    name: 'conversation',
    path: '/feed',
    open: async (page) => {
      const thread = page
        .locator('main li button[aria-expanded][title]')
        .filter({ hasText: /[1-9]/ })
        .first()
      await thread.scrollIntoViewIfNeeded()
      await thread.click()
      await page.waitForTimeout(900)
    },
  },
  {
    name: 'search',
    path: '/feed',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('ma', { delay: 60 })
      await page.waitForTimeout(900)
    },
  },
  {
    name: 'composer',
    path: '/feed',
    open: async (page) => {
      await page.locator('#composer').fill('@a')
      await page.locator('[role=option]').first().waitFor()
    },
  },
  { name: 'shop', path: '/rewards' },
  { name: 'profile', path: 'me', open: waitForBalanceHistory },
  {
    name: 'sheet',
    path: 'me',
    open: async (page) => {
      await page.locator('label[for$="-sheet"]').click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'my-team', path: '/my-team' },
  {
    name: 'organization',
    path: '/organization',
    open: async (page) => {
      await page.locator('main ul a').first().click()
      await waitUntilSettled(page)
    },
  },
  { name: 'groups', path: '/settings/groups' },
  { name: 'budgets', path: '/settings/budgets' },
  { name: 'celebrations', path: '/settings/celebrations' },
  {
    name: 'celebration-dialog',
    path: '/settings/celebrations',
    open: clickAndWait('main li button', 'dialog', 1),
  },
  ...organizationScreenshots,
  { name: 'settings', path: '/settings' },
  { name: 'team', path: '/settings/team' },
  { name: 'add-user', path: '/settings/team/add-user' },
  { name: 'rewards', path: '/settings/rewards/all' },
  { name: 'new-reward', path: '/settings/rewards/new' },
  { name: 'purchases', path: '/settings/rewards/purchases' },
  {
    name: 'redeem',
    path: '/rewards',
    open: async (page) => {
      await page.locator('article button:not([disabled])').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'global', path: '/settings/global' },
  { name: 'notifications', path: '/settings/notifications' },
  { name: 'values', path: '/settings/values' },
  {
    name: 'value-dialog',
    path: '/settings/values',
    open: async (page) => {
      await page.locator('main li button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'danger', path: '/settings/danger' },
  {
    name: 'danger-dialog',
    path: '/settings/danger',
    open: async (page) => {
      await page.locator('main button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'audit', path: '/settings/audit' },
  { name: 'connections', path: '/settings/connections' },
  { name: 'slack-app', path: '/settings/connections/slack' },
  { name: 'teams-app', path: '/settings/connections/teams' },
  ...exchangeScreenshots,
  { name: 'leavers', path: '/settings/leavers', before: mockLeavers },
  { name: 'leaver', path: '/leavers/example', anonymous: true, before: mockLeaverPage },
  { name: 'sign-in-settings', path: '/settings/sign-in', before: mockSsoSettings },
  { name: 'sign-in-connection', path: oidcPath, before: mockSsoSettings },
  {
    name: 'connections-log',
    path: '/settings/connections',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^(Log|Журнал) / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await waitUntilSettled(page)
    },
  },
  {
    name: 'tokens',
    path: '/edit-profile',
    open: async (page) => {
      await page
        .getByRole('list', { name: /^(Access tokens|Ключи доступа)/ })
        .evaluate((list) => list.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'new-token',
    path: '/edit-profile',
    open: async (page) => {
      await page.getByRole('button', { name: /^(New token|Новый ключ)$/ }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'calendar',
    path: '/edit-profile',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Get calendar link|Показать адрес)$/ }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'reactors',
    path: '/feed',
    open: async (page) => {
      const count = page
        .locator('main li button[aria-expanded]')
        .filter({ hasText: /(Likes: show who|Нравится: кто именно)/ })
        .first()
      await count.scrollIntoViewIfNeeded()
      await count.click()
      await page.locator('main [aria-live=polite] li').first().waitFor()
    },
  },
  { name: 'trial', path: '/settings/billing/trial' },
  { name: 'billing', path: '/settings/billing/overview', viewer: 'payer' },
  { name: 'billing-history', path: '/settings/billing/history', viewer: 'payer' },
  { name: 'billing-card', path: '/settings/billing/payment_method', viewer: 'payer' },
  { name: 'billing-details', path: '/settings/billing/details', viewer: 'payer' },
  {
    name: 'cancel-dialog',
    path: '/settings/billing/overview',
    viewer: 'payer',
    open: async (page) => {
      await page.locator('main button').nth(1).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'team-menu',
    path: '/settings/team',
    open: async (page) => {
      await page.locator('main li button').nth(2).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'team-edit',
    path: '/settings/team',
    open: async (page) => {
      await page.locator('main li button').nth(2).click()
      await page.getByRole('menuitem').nth(1).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'import', path: '/settings/team/import' },
  { name: 'invite', path: '/settings/team/invite' },
  { name: 'edit-profile', path: '/edit-profile' },
  { name: 'add-photo', path: '/add-photo' },
  { name: 'goodbye', path: '/goodbye' },
  { name: 'setup', path: '/setup', viewer: 'founder' },
  { name: 'new-team', path: '/feed', viewer: 'founder' },
  { name: 'missing', path: '/no-such-page' },
]
/** The pictures that docs/screens keeps: name, size, color scheme and language. */
export const docsScreenshots = new Set([
  'feed desktop light en',
  'search desktop light en',
  'conversation desktop light en',
  'conversation phone dark ru',
  'composer desktop light en',
  'feed desktop dark en',
  'dashboard desktop light en',
  'feed phone light ru',
  'shop desktop light en',
  'login desktop light en',
  'purchases desktop light en',
  'profile tablet light en',
  'setup desktop light en',
  'invite desktop light en',
  'new-team desktop light en',
  'team desktop light en',
  'my-team desktop light en',
  'my-team phone dark ru',
  'organization desktop light en',
  'groups tablet light en',
  'budgets desktop light en',
  'celebrations desktop light en',
  'award-settings desktop light en',
  'bonuses desktop light en',
  'bonus-preview desktop light en',
  'finance desktop light en',
  'liability desktop light en',
  'plans desktop light en',
  'tax-rules desktop light en',
  'payroll desktop light en',
  'awards desktop light en',
  'awards phone dark ru',
  'danger-exports desktop light en',
  'history-compare desktop light en',
  'history-finished phone light en',
  'nomination-result desktop light en',
  'nominations-words phone dark ru',
  'global tablet dark en',
  'import phone light en',
  'trial desktop light en',
  'login-company desktop light en',
  'sign-in-settings desktop light en',
  'sign-in-settings phone dark ru',
  'scim desktop light en',
  'connect phone light en',
  'applications desktop light en',
  'leavers desktop light en',
  'sync-run desktop light en',
  'leaver phone light en',
  'sign-in-connection desktop light en',
  'connections desktop light en',
  'connections phone dark ru',
  'connections-log desktop light en',
  'slack-app desktop light en',
  'slack-app phone dark ru',
  'teams-app desktop light en',
  'tokens desktop light en',
  'new-token phone light en',
  'calendar desktop dark en',
  'reactors phone light en',
  'billing tablet dark en',
  'billing-history phone light ru',
])
