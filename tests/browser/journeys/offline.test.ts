import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** The app without a connection: lost calls, visited screens and the service worker. */
const { product, open, api } = setupFixtures()
const tolerateNetworkErrors = { tolerate: /net::ERR_|Failed to load resource|unavailable/ }
let token: string
let config: AppConfig
beforeAll(async () => {
  token = await createSession(product, 'admin@laurel.example')
  config = await api<AppConfig>('GET', '/config', token)
})
const postItems = (page: Page) => page.locator('ul[aria-label="Posts"] > li')
const openFeed = async (reader = {}) => {
  const page = await open(token, '/feed', reader)
  await postItems(page).nth(3).waitFor()
  return page
}
const offlineBanner = (page: Page) => page.getByText('Server is not responding. Please try again.')
/** Blocks every API call until `later` is called. */
async function blockCalls(page: Page, how: 'abort' | 'hang' = 'abort') {
  await page.route('**/api/**', (route) =>
    how === 'abort' ? route.abort() : new Promise(() => {}),
  )
  return { later: () => page.unrouteAll({ behavior: 'ignoreErrors' }) }
}

test('a lost connection keeps drafts and content until it is back', async () => {
  const page = await openFeed(tolerateNetworkErrors)
  await page.locator('#composer').click()
  await page.keyboard.type('for staying calm')
  const first = await blockCalls(page)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
  })
  await offlineBanner(page).waitFor()
  await expectAccessible(page, 'lost')
  expect(await postItems(page).count()).toBeGreaterThan(3)
  const feedResponse = page.waitForResponse((response) => response.url().includes('/api/posts'))
  await first.later()
  await offlineBanner(page).waitFor({ state: 'detached' })
  await feedResponse
  expect(
    await page
      .locator('#composer')
      .evaluate((field) =>
        field instanceof HTMLTextAreaElement ? field.value : field.textContent,
      ),
  ).toContain('for staying calm')
  const second = await blockCalls(page)
  await page.goto('/rewards')
  await page.getByRole('heading', { name: 'We couldn’t load this' }).waitFor()
  await offlineBanner(page).first().waitFor()
  await second.later()
  await page.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor({ timeout: 15_000 })
  expect(await page.title()).toContain(`Rewards · ${config.workspace.name}`)
})

test('visited screens open at once while no call is answered', async () => {
  const page = await openFeed(tolerateNetworkErrors)
  const menu = page.getByRole('navigation', { name: 'Main' }).first()
  const screens = [
    {
      go: () => menu.getByRole('link', { name: 'Rewards' }).click(),
      there: page
        .getByRole('main')
        .getByRole('heading', { level: 2 })
        .or(page.getByRole('main').getByRole('heading', { level: 3 }))
        .first(),
    },
    {
      go: () =>
        page.evaluate((id) => {
          history.pushState(null, '', `/profile/${id}`)
          dispatchEvent(new PopStateEvent('popstate'))
        }, config.user.id),
      there: page.getByRole('heading', { level: 1, name: config.user.name }),
    },
    {
      go: () =>
        page.evaluate(() => {
          history.pushState(null, '', '/settings/team')
          dispatchEvent(new PopStateEvent('popstate'))
        }),
      there: page.getByRole('main').getByText('elif@laurel.example'),
    },
    { go: () => menu.getByRole('link', { name: 'Feed' }).click(), there: postItems(page).nth(3) },
  ]
  for (const { go, there } of screens) {
    await go()
    await there.waitFor()
    await waitUntilSettled(page)
  }
  await blockCalls(page, 'hang')
  for (const { go, there } of screens) {
    await go()
    await there.waitFor({ timeout: 2_000 })
    expect(
      await page.getByRole('main').locator('[aria-busy="true"], .mantine-Skeleton-root').count(),
    ).toBe(0)
  }
  // A deployment has removed the code of a screen.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/\/assets\/DashboardScreen-.*\.js/, (route) => route.fulfill({ status: 404 }))
  await page.route('**/index.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/start-new.js"></script>',
    }),
  )
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const reloaded = page.waitForEvent('load')
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await reloaded
  await page.getByRole('heading', { name: 'We couldn’t load this' }).waitFor()
  expect(loads).toBe(1)
})

test('the installed app opens offline without private data', async () => {
  const page = await open(token, '/feed', { ...tolerateNetworkErrors, worker: true, locale: 'ru' })
  await page.locator('main ul[tabindex="-1"] > li').first().waitFor()
  await expect
    .poll(
      () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
      { timeout: 15_000 },
    )
    .toBe('activated')
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    return (await (await fetch(link?.href ?? '')).json()) as {
      lang: string
      icons: { src: string; sizes: string }[]
      shortcuts: { name: string }[]
    }
  })
  expect([manifest.lang, manifest.shortcuts[0]?.name, manifest.icons.length]).toEqual([
    'ru',
    'Лента',
    4,
  ])
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png')
  await page.reload()
  await page.locator('main ul[tabindex="-1"] > li').first().waitFor()
  const kept = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    ).flat(),
  )
  expect(kept).toContain('/index.html')
  expect(
    kept.filter((path) => !/^\/(assets\/|index\.html$|early\.js$|favicon\.svg$)/.test(path)),
  ).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/rewards')
  await page.getByText('Нет связи с интернетом').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Награды' }).waitFor({ timeout: 15_000 })
})
