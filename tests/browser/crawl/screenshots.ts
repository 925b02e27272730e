// Takes the screenshots of docs/screens from the running product: `npm run screenshots [-- folder]
// [-- all]`.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { withClient } from '#tests/support/database.ts'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { addChannels, connectSlack, startSlack } from '#tests/browser/support/connect-slack.ts'
import { makeAwards } from '#tests/browser/support/seed-awards.ts'
import { makeDays } from '#tests/browser/support/seed-days.ts'
import { makeBonuses } from '#tests/browser/support/seed-bonuses.ts'
import { makeFinance } from '#tests/browser/support/seed-finance.ts'
import { docsScreenshots, screenshots } from './screenshot-list.ts'
import {
  callApi,
  createSession,
  startBrowser,
  startApp,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'

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

const slack = await startSlack()
const app = await startApp({ OUTSIDE_LOOPBACK: 'on', SLACK_API_URL: slack.apiUrl })
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
  await connectSlack(app, slack, token)
  await addChannels(app, token)
  await callApi(app, 'POST', '/profiles/me/tokens', token, {
    name: 'Weekly report',
    scopes: ['posts:read', 'reports:read'],
    expires_on: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  })
  await callApi(app, 'POST', '/profiles/me/calendar', token)
  const readConfig = (key: string) => callApi<{ user: { id: string } }>(app, 'GET', '/config', key)
  const me = await readConfig(token)
  const member = await createSession(app, 'tomas@laurel.example')
  const ids = [me.user.id, (await readConfig(member)).user.id]
  await makeAwards(app, { founder: token, member, budget: null, ids })
  const budgets = await callApi<{ id: string }[]>(app, 'GET', '/budgets', token)
  await makeBonuses(app, token, budgets[0]?.id ?? null)
  await makeFinance(app, token)
  await makeDays(app, token, { budget: budgets[0]?.id ?? null, ids })
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
          await shot.before?.(page)
          await page.goto(app.url + (shot.path === 'me' ? `/profile/${me.user.id}` : shot.path))
          await waitUntilSettled(page)
          await shot.open?.(page)
          await page.waitForTimeout(250)
          await page.screenshot({
            path: `${outputFolder}/${shot.name}-${size}-${scheme}-${language}.png`,
          })
          await page.unrouteAll()
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
  await slack.stop()
}
