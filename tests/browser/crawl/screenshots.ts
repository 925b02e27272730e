// Takes the screenshots of docs/screens from the running product: `npm run screenshots [-- folder]
// [-- all]`.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { withClient } from '#tests/support/database.ts'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import {
  callApi,
  createSession,
  startBrowser,
  startApp,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'

type Screenshot = {
  name: string
  path: string
  open?: (page: Page) => Promise<void>
  anonymous?: boolean
  viewer?: 'founder' | 'payer'
}
const waitForBalanceHistory = async (page: Page) => {
  await page
    .getByRole('list', { name: 'Balance sheet' })
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined)
}

const screenshots: Screenshot[] = [
  { name: 'login', path: '/login', anonymous: true },
  { name: 'feed', path: '/feed' },
  {
    name: 'dashboard',
    path: '/dashboard',
    open: async (page) => {
      await page.locator('[data-person]').first().waitFor()
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
      await page.getByRole('button', { name: /^(Show the address|Показать адрес)$/ }).click()
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
  { name: 'bulk-upload', path: '/settings/team/bulk-upload' },
  { name: 'edit-profile', path: '/edit-profile' },
  { name: 'add-photo', path: '/add-photo' },
  { name: 'goodbye', path: '/goodbye' },
  { name: 'new-team', path: '/feed', viewer: 'founder' },
  { name: 'missing', path: '/no-such-page' },
]
const docsScreenshots = new Set([
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
  'new-team desktop light en',
  'team desktop light en',
  'global tablet dark en',
  'import phone light en',
  'trial desktop light en',
  'connections desktop light en',
  'connections phone dark ru',
  'connections-log desktop light en',
  'tokens desktop light en',
  'new-token phone light en',
  'calendar desktop dark en',
  'reactors phone light en',
  'billing tablet dark en',
  'billing-history phone light ru',
])

const takesAll = process.argv.includes('all')
const onlyNames = process.argv
  .find((word) => word.startsWith('only='))
  ?.slice(5)
  .split(',')
const outputFolder = process.argv[2]?.startsWith('/')
  ? process.argv[2]
  : fileURLToPath(new URL('../../../docs/screens/', import.meta.url))
mkdirSync(outputFolder, { recursive: true })

/** Creates three webhooks that received a test, with realistic addresses. */
async function makeWebhooks(token: string): Promise<void> {
  const server = createServer((_, response) => void response.end('ok'))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const receiverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpoints = [
    {
      kind: 'webhook',
      description: 'Payroll',
      events: ['post.created', 'purchase.fulfilled'],
      url: 'https://payroll.juniper.example/laurel',
    },
    {
      kind: 'slack',
      description: '#thanks',
      events: ['post.created'],
      url: 'https://hooks.slack.com/…9f2c',
    },
    {
      kind: 'teams',
      description: 'Everyone',
      events: ['post.created'],
      url: 'https://prod-18.westeurope.logic.azure.com/…k3Qx',
    },
  ]
  for (const { kind, url, ...hook } of endpoints) {
    const webhook = await callApi<{ hook: { id: string } }>(app, 'POST', '/hooks', token, {
      kind: 'webhook',
      url: receiverUrl,
      ...hook,
    })
    await callApi(app, 'POST', `/hooks/${webhook.hook.id}/test`, token)
    await withClient(app.ownerUrl(), (client) =>
      client.query('update hooks set kind = $1, url = $2, delivered_at = now() where id = $3', [
        kind,
        url,
        webhook.hook.id,
      ]),
    )
  }
  server.close()
}

const app = await startApp({ OUTSIDE_LOOPBACK: 'on' })
const browser = await startBrowser()
try {
  const token = await createSession(app, 'admin@laurel.example')
  const founder = await createTeam(app, 'founder@example.test', 'Analytical Engines')
  const payer = await createTeam(app, 'payer@example.test', 'Difference Engines')
  const { session_url: sessionUrl } = await callApi<{ session_url: string }>(
    app,
    'POST',
    '/billing/subscription',
    payer,
    { callback: `${app.url}/settings/billing/overview`, plan: 'month' },
  )
  await callApi(app, 'POST', '/checkout/session/card', null, {
    token: sessionUrl.split('/checkout/')[1],
    number: '4242424242424242',
    expiry: '12/40',
    cvc: '123',
  })
  await makeWebhooks(token)
  await callApi(app, 'POST', '/profiles/me/tokens', token, {
    name: 'Weekly report',
    scopes: ['posts:read', 'reports:read'],
    expires_on: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  })
  await callApi(app, 'POST', '/profiles/me/calendar', token)
  const me = await callApi<{ user: { id: string } }>(app, 'GET', '/config', token)
  const sizes = { desktop: [1440, 900], tablet: [768, 1024], phone: [375, 812] } as const
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const scheme of ['light', 'dark'] as const) {
      for (const language of ['en', 'ru']) {
        const wanted = screenshots.filter(
          (shot) =>
            (takesAll && (!onlyNames || onlyNames.includes(shot.name))) ||
            docsScreenshots.has(`${shot.name} ${size} ${scheme} ${language}`),
        )
        if (!wanted.length) continue
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme: scheme,
          locale: language,
          deviceScaleFactor: 1,
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        })
        await context.addInitScript(
          ([key, tongue]) => {
            localStorage.setItem('laurel.language', tongue ?? 'en')
            if (key) localStorage.setItem('laurel.session', key)
          },
          [token, language],
        )
        const page = await context.newPage()
        for (const shot of wanted) {
          if (shot.anonymous)
            await page.addInitScript(() => localStorage.removeItem('laurel.session'))
          if (shot.viewer)
            await page.addInitScript(
              (key) => localStorage.setItem('laurel.session', key),
              { founder, payer }[shot.viewer],
            )
          await page.goto(app.url + (shot.path === 'me' ? `/profile/${me.user.id}` : shot.path))
          await waitUntilSettled(page)
          await shot.open?.(page)
          await page.waitForTimeout(250)
          await page.screenshot({
            path: `${outputFolder}/${shot.name}-${size}-${scheme}-${language}.png`,
          })
          if (shot.anonymous || shot.viewer)
            await page.addInitScript((key) => localStorage.setItem('laurel.session', key), token)
        }
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  await app.stop()
}
